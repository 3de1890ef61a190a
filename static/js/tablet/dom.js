// A tree of plain objects, and a patch that changes only what differs on the page. Nothing on the
// page carries its own listener: an element says what it does (`data-do`), one listener acts.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "g", "path", "circle", "ellipse", "rect", "line", "text", "title", "polyline"]);

/**
 * Describe an element: `h("button.button", {"data-do": "undo"}, "Undo")`. What is described once and kept is not
 * looked at again (see `patch`).
 */
export function h(name, attributes, ...children) {
  const { tag, classes } = named(name);
  const given = attributes || {};
  const all = classes ? { ...given, class: given.class ? `${classes} ${given.class}` : classes } : given;
  return { tag, attributes: all, key: given.key, children: flat(children, []) };
}

const names = new Map();

/** "button.button.button-main" is taken apart once, however often it is drawn. */
function named(name) {
  let known = names.get(name);
  if (!known) {
    const [tag, ...classes] = name.split(".");
    known = { tag, classes: classes.join(" ") };
    names.set(name, known);
  }
  return known;
}

function flat(nodes, into) {
  for (const node of nodes) {
    if (Array.isArray(node)) flat(node, into);
    else if (isShown(node)) into.push(node);
  }
  return into;
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== true;
}

/** Describe anew only what another `given` asks for: the same words get the same description back. */
export function remembered(describe) {
  const known = new Map();
  return (...given) => {
    const key = given.join("\n");
    let node = known.get(key);
    if (!node) {
      node = describe(...given);
      known.set(key, node);
    }
    return node;
  };
}

/** Make the children of `parent` be what `nodes` describe. */
export function patch(parent, nodes) {
  patchChildren(parent, flat([nodes], []));
}

function patchChildren(parent, wanted) {
  let keyed = null;
  let at = parent.firstChild;
  for (const node of wanted) {
    const { key } = node;
    if (key !== undefined && at?.described?.key !== key) {
      keyed ??= byKey(parent);
      const kept = keyed.get(key);
      if (kept) {
        parent.insertBefore(kept, at);
        at = kept;
      }
    }
    if (at && fits(at, node)) {
      update(at, node);
      at = at.nextSibling;
    } else {
      parent.insertBefore(create(node), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function byKey(parent) {
  const keyed = new Map();
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.described?.key !== undefined) keyed.set(child.described.key, child);
  }
  return keyed;
}

function fits(element, node) {
  if (typeof node !== "object") return element.nodeType === Node.TEXT_NODE;
  return element.described?.tag === node.tag && element.described.key === node.key;
}

const NOTHING = { attributes: {} };

function create(node) {
  if (typeof node !== "object") return written(document.createTextNode(String(node)), node);
  const element = SVG_TAGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element.described = NOTHING;
  update(element, node);
  return element;
}

function written(text, node) {
  text.says = node;
  return text;
}

function update(element, node) {
  if (typeof node !== "object") {
    if (element.says === node) return;
    written(element, node);
    if (element.data !== String(node)) element.data = String(node);
    return;
  }
  const before = element.described;
  if (before === node) return;
  element.described = node;
  if (before.attributes !== node.attributes) updateAttributes(element, before.attributes, node.attributes);
  if (!("contents" in node.attributes)) patchChildren(element, node.children);
}

function updateAttributes(element, before, wanted) {
  for (const name in before) {
    if (!(name in wanted)) change(element, name, undefined, before[name]);
  }
  for (const name in wanted) {
    if (name === "value" || before[name] !== wanted[name]) change(element, name, wanted[name], before[name]);
  }
}

function change(element, name, value, before) {
  if (name === "key" || name === "contents") return;
  if (name === "style") {
    for (const property in value) {
      if (before?.[property] !== value[property]) element.style.setProperty(property, value[property]);
    }
  } else if (name === "value") {
    if (element.value !== value) element.value = value ?? "";
  } else if (value === undefined || value === null || value === false) {
    if (before !== undefined && before !== null && before !== false) element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}
