// Curves over the turns of a game: value, territory, depth and answer time. A click goes to that turn.

const CURVE_HEIGHT = 104;
const EMPTY_HEIGHT = 32;
const PADDING = { left: 4, right: 4, top: 12, bottom: 4 };

// What is told from a search that has not finished a ply, a value of 0, is no value, and is left out.
//
// What a curve shows of a game: the points [turn, value] of a seat, the bounds, a horizontal line if there is one, and
// the text of a value. `scale` makes of a value what is drawn between the bounds.
const VALUE = {
  title: "Value, by each bot",
  missing: "no bot told a value: play with --debug",
  points: (game, seat) => movePoints(game, seat, (turn) => {
    const { depth, value, isFilling } = game.figures[turn];
    return depth === 0 || isFilling ? undefined : value;
  }),
  bounds: () => [-1, 1],
  line: () => ({ at: 0, text: "" }),
  // Four cells more or less matter where the game is open, and little where it is not; decided is at the very edge.
  scale: (value, most) => {
    const unit = Math.min(1000, most / 10);
    return Number.isFinite(value) ? 0.85 * (Math.asinh(value / unit) / Math.asinh(most / unit)) : Math.sign(value);
  },
  text: valueText,
};
const CHANCE = {
  title: "Chance to win, by the review",
  missing: "not reviewed: python -m tools.review GAME",
  points: (game, seat) => movePoints(game, seat, (turn) => {
    const { played } = game.reviewed.get(turn) ?? {};
    return played && (played.depth || played.proven) ? played.chance : undefined;
  }),
  bounds: () => [0, 100],
  line: () => ({ at: 50, text: "" }),
  text: (value) => `${number(value)} %`,
};
const TERRITORY = {
  title: "Territory, cells reached first",
  missing: "the game is too long to count it",
  points: (game, seat) => territoryPoints(game, seat),
  bounds: (game, most) => [0, most],
  text: number,
};
const DEPTH = {
  title: "Depth, plies (logarithmic)",
  missing: "no bot told a depth: play with --debug",
  // Nothing was searched where there was one move only.
  points: (game, seat) => movePoints(game, seat, (turn) => {
    const { depth, nodes } = game.figures[turn];
    return depth === 0 && nodes === 0 ? undefined : depth;
  }),
  // Who fills a region alone looks hundreds of plies ahead, who fights seven.
  bounds: (game, most) => [0, Math.log1p(most)],
  scale: (value) => Math.log1p(Math.max(0, value)),
  text: number,
};
const TIME = {
  title: "Answer time, ms",
  missing: "no times were recorded",
  points: (game, seat) => movePoints(game, seat, (turn) => game.record.moves[turn].wall_ms || null),
  bounds: (game, most) => [0, game.record.limits.move_ms === null ? most : game.record.limits.move_ms * 1.25],
  line: (game) => {
    const limit = game.record.limits.move_ms;
    return limit === null ? null : { at: limit, text: `limit ${number(limit)} ms` };
  },
  text: (value) => value.toFixed(1),
};
const CURVES = [
  { id: "chance", curve: CHANCE },
  { id: "value", curve: VALUE },
  { id: "territory", curve: TERRITORY },
  { id: "depth", curve: DEPTH },
  { id: "time", curve: TIME },
];

function movePoints(game, seat, read) {
  const points = [];
  game.record.moves.forEach((move, turn) => {
    const value = move.seat === seat ? read(turn) : undefined;
    if (value !== undefined && value !== null) points.push([turn, value]);
  });
  return points;
}

function territoryPoints(game, seat) {
  const points = [];
  if (!game.counts) return points;
  // Once the game is over the winner has all that it can reach, which would dwarf the rest.
  const until = Math.min(game.turns, game.replay.deadFrom[seat]);
  for (let turn = 0; turn < until; turn++) points.push([turn, game.counts[turn * game.seats + seat]]);
  return points;
}

// The last point at or before a turn, or null.
function pointAt(points, turn) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= turn) low = middle + 1;
    else high = middle;
  }
  return low ? points[low - 1] : null;
}

// One curve: a caption with the values of the turn shown, and the picture.
class CurveView {
  constructor({ id, curve }, jump) {
    this.curve = curve;
    this.title = element("span");
    this.values = element("span", { className: "values" });
    this.svg = svgElement("svg", { class: "curve", role: "img" });
    this.figure = element("figure", { id: `curve-${id}` }, element("figcaption", {}, this.title, this.values), this.svg);
    this.width = 0;
    const turnOf = (event) => {
      const across = event.clientX - this.svg.getBoundingClientRect().left - PADDING.left;
      const part = across / Math.max(1, this.width - PADDING.left - PADDING.right);
      return Math.round(Math.min(1, Math.max(0, part)) * this.game.turns);
    };
    this.svg.addEventListener("pointerdown", (event) => {
      if (!this.game || event.button) return;
      this.svg.setPointerCapture(event.pointerId);
      jump(turnOf(event));
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (this.game && this.svg.hasPointerCapture(event.pointerId)) jump(turnOf(event));
    });
  }

  x(turn) {
    return PADDING.left + (turn / Math.max(1, this.game.turns)) * (this.width - PADDING.left - PADDING.right);
  }

  y(value) {
    const { scale = (plain) => plain } = this.curve;
    const part = (scale(value, this.most) - this.low) / (this.high - this.low);
    return PADDING.top + (1 - Math.min(1, Math.max(0, part))) * (CURVE_HEIGHT - PADDING.top - PADDING.bottom);
  }

  // Take a game; whether there is anything to draw of it decides how much room the curve gets.
  take(game) {
    this.game = game;
    this.points = Array.from({ length: game.seats }, (_, seat) => this.curve.points(game, seat));
    this.isEmpty = !this.points.some((points) => points.length);
    this.figure.classList.toggle("empty", this.isEmpty);
  }

  // Draw the game anew, at the width that there is.
  show(width) {
    const { svg, curve, game } = this;
    this.width = width;
    const sizes = this.points.flat().map(([, value]) => Math.abs(value)).filter(Number.isFinite);
    this.most = sizes.reduce((most, size) => Math.max(most, size), 1);
    [this.low, this.high] = curve.bounds(game, this.most);
    this.title.textContent = curve.title;
    svg.setAttribute("width", width);
    svg.setAttribute("aria-label", `${curve.title}: a click goes to that turn`);
    svg.replaceChildren();
    const height = this.isEmpty ? EMPTY_HEIGHT : CURVE_HEIGHT;
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.cursor = null;
    if (this.isEmpty) {
      this.values.replaceChildren();
      svg.append(svgElement("text", { class: "note", x: width / 2, y: height / 2, "text-anchor": "middle" }, curve.missing));
      return;
    }
    for (const moment of game.moments) {
      const x = this.x(moment.turn);
      svg.append(svgElement("line", { class: `moment ${moment.kind} seat-${moment.seat}`, x1: x, x2: x, y1: 0, y2: CURVE_HEIGHT }));
    }
    const line = curve.line?.(game);
    if (line) {
      const y = this.y(line.at);
      svg.append(svgElement("line", { class: line.text ? "limit" : "zero", x1: 0, x2: width, y1: y, y2: y }));
      if (line.text) svg.append(svgElement("text", { class: "note", x: width - 4, y: y - 4, "text-anchor": "end" }, line.text));
    } else {
      svg.append(svgElement("text", { class: "note", x: 4, y: 10 }, curve.text(this.most)));
      const y = this.y(this.low);
      svg.append(svgElement("line", { class: "zero", x1: 0, x2: width, y1: y, y2: y }));
    }
    this.points.forEach((points, seat) => this.draw(points, seat));
    this.cursor = svgElement("line", { class: "cursor", y1: 0, y2: CURVE_HEIGHT });
    svg.append(this.cursor);
  }

  draw(points, seat) {
    if (!points.length) return;
    const path = points.map(([turn, value]) => `${this.x(turn).toFixed(1)},${this.y(value).toFixed(1)}`);
    this.svg.append(svgElement("path", { class: `line seat-${seat}`, d: `M${path.join("L")}` }));
    if (points.length === 1) {
      const [x, y] = path[0].split(",");
      this.svg.append(svgElement("circle", { class: `dot seat-${seat}`, cx: x, cy: y, r: 2 }));
    }
  }

  // Move the cursor, and tell each seat's last value.
  moveTo(turn) {
    if (!this.cursor) return;
    const x = this.x(turn).toFixed(1);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const told = [];
    this.points.forEach((points, seat) => {
      const point = this.game.replay.isAlive(seat, turn) ? pointAt(points, turn) : null;
      if (point) told.push(element("span", {}, chip(seat), this.curve.text(point[1])));
    });
    this.values.replaceChildren(...told);
  }
}
