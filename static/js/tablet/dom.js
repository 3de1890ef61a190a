// A tree of plain objects, and a patch that changes only what differs on the page. Nothing on the
// page carries its own listener: an element says what it does (`data-do`), one listener acts.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "g", "path", "circle", "ellipse", "rect", "line", "text", "title", "polyline"]);

/** Describe an element: `h("button.button", {"data-do": "undo"}, "Undo")`. */
export function h(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  const given = attributes || {};
  const all = classes.length ? { ...given, class: [...classes, given.class].filter(Boolean).join(" ") } : given;
  return { tag, attributes: all, key: given.key, children: children.flat(Infinity).filter(isShown) };
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== true;
}

/** Make the children of `parent` be what `nodes` describe. */
export function patch(parent, nodes) {
  const wanted = [nodes].flat(Infinity).filter(isShown);
  const keyed = new Map();
  for (const child of parent.childNodes) {
    if (child.described?.key !== undefined) keyed.set(child.described.key, child);
  }
  let at = parent.firstChild;
  for (const node of wanted) {
    const kept = node.key !== undefined ? keyed.get(node.key) : undefined;
    if (kept && kept !== at) {
      parent.insertBefore(kept, at);
      at = kept;
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

function fits(element, node) {
  if (typeof node !== "object") return element.nodeType === Node.TEXT_NODE;
  return element.described?.tag === node.tag && element.described.key === node.key;
}

function create(node) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const element = SVG_TAGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element.described = { tag: node.tag, key: node.key, attributes: {} };
  update(element, node);
  return element;
}

function update(element, node) {
  if (typeof node !== "object") {
    if (element.data !== String(node)) element.data = String(node);
    return;
  }
  const before = element.described.attributes;
  for (const name of Object.keys(before)) {
    if (!(name in node.attributes)) change(element, name, undefined);
  }
  for (const [name, value] of Object.entries(node.attributes)) {
    if (name === "style" || before[name] !== value) change(element, name, value);
  }
  element.described = { tag: node.tag, key: node.key, attributes: node.attributes };
  if (!("contents" in node.attributes)) patch(element, node.children);
}

function change(element, name, value) {
  if (name === "key" || name === "contents") return;
  if (name === "style") {
    for (const [property, setting] of Object.entries(value || {})) {
      if (element.style.getPropertyValue(property) !== setting) element.style.setProperty(property, setting);
    }
  } else if (name === "value") {
    if (element.value !== value) element.value = value ?? "";
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}
