// A drill: one hand after the other, every way to set it as a large button, told at once which was right.

const drill = /** @type {HTMLElement} */ (document.querySelector("[data-drill]"));
const hands = JSON.parse(document.getElementById("drill-hands").textContent);
const sprites = document.body.dataset;
const SVG = "http://www.w3.org/2000/svg";
const answers = [];
let right = 0;

const part = (name) => /** @type {HTMLElement} */ (drill.querySelector(`[data-drill-${name}]`));

function picture(name) {
  const isCard = drill.dataset.pieces === "cards";
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", isCard ? "card card-m" : "tile tile-m");
  drawn.setAttribute("viewBox", isCard ? "0 0 100 140" : "0 0 100 250");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", isCard ? `${sprites.cards}#card-${name}` : `${sprites.tiles}#tile-${name}`);
  drawn.append(use);
  return drawn;
}

function words(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function pieces(names, kind) {
  const row = document.createElement("span");
  row.className = kind;
  row.append(...names.map(picture));
  return row;
}

function choice(setting, hand) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button drill-setting";
  button.dataset.way = String(setting.is_house_way);
  const said = document.createElement("span");
  said.className = "drill-words";
  said.append(words("b", setting.high_name), words("span", setting.low_name));
  button.append(pieces(setting.high, "drill-part"), pieces(setting.low, "drill-part"), said);
  button.addEventListener("click", () => answer(button, setting, hand));
  return button;
}

function ask() {
  const hand = hands[answers.length];
  part("held").replaceChildren(...hand.held.map(picture));
  part("settings").replaceChildren(...hand.settings.map((setting) => choice(setting, hand)));
  part("told").textContent = "";
  part("next").hidden = true;
}

function answer(button, setting, hand) {
  answers.push(`${hand.held.join(" ")}|${setting.high.join(" ")}`);
  if (setting.is_house_way) right += 1;
  for (const each of part("settings").querySelectorAll("button")) {
    each.disabled = true;
    each.classList.toggle("is-right", each.dataset.way === "true");
  }
  button.classList.add("is-chosen");
  const { right: well, wrong } = part("told").dataset;
  part("told").textContent = `${setting.is_house_way ? well : wrong} ${hand.rule}`;
  part("done").textContent = String(answers.length);
  part("right").textContent = String(right);
  /** @type {HTMLProgressElement} */ (part("bar")).value = answers.length;
  if (answers.length === hands.length) end();
  part("next").hidden = answers.length === hands.length;
}

function end() {
  part("end").hidden = false;
  part("end").scrollIntoView({ block: "nearest" });
  /** @type {HTMLInputElement} */ (part("answers")).value = answers.join("\n");
}

part("next").addEventListener("click", ask);
ask();
