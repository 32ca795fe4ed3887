// Making elements: text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function byId(id) {
  return document.getElementById(id);
}

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

function svgElement(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// The number of a seat on its colour.
function chip(seat) {
  return element("span", { className: `chip seat-${seat}`, textContent: String(seat) });
}

function number(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

// A value as a bot tells it.
function valueText(value) {
  if (!Number.isFinite(value)) return value > 0 ? "won" : "lost";
  return (value > 0 ? "+" : "") + number(value);
}

// What a line of the review is worth: the chance to win, unless it is proven.
function chanceText({ chance, proven }) {
  return proven ?? `${number(chance)} %`;
}
