// The board on a canvas, in device pixels, so that it is crisp at any size and zoom.

// What the territory of a seat has on its cells beside the tint: tints of some seats look alike to colour-blind readers.
const TEXTURES = [null, null, "stripe", "dot"];
// Room for the numbers of columns and rows, in cells.
const MARGIN = 0.9;

class BoardView {
  constructor(canvas, colours) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.colours = colours;
    this.cell = 0;
  }

  // Fit the board into so many CSS pixels: cells are a whole number of device pixels.
  fit(game, width, height) {
    const ratio = window.devicePixelRatio || 1;
    const { width: columns, height: rows } = game.replay;
    const cell = Math.min((width * ratio) / (columns + 2 * MARGIN), (height * ratio) / (rows + 2 * MARGIN));
    this.cell = Math.max(1, Math.floor(cell));
    this.margin = Math.round(this.cell * MARGIN);
    this.canvas.width = this.cell * columns + 2 * this.margin + 1;
    this.canvas.height = this.cell * rows + 2 * this.margin + 1;
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
  }

  // The cell under a point of the page, or null.
  cellAt(game, clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / box.width;
    const x = Math.floor(((clientX - box.left) * scale - this.margin) / this.cell);
    const y = Math.floor(((clientY - box.top) * scale - this.margin) / this.cell);
    const { width, height } = game.replay;
    return x >= 0 && x < width && y >= 0 && y < height ? x + width * y : null;
  }

  // Where a cell's middle is drawn, in device pixels.
  middle(game, cell) {
    const { width } = game.replay;
    return [
      this.margin + (cell % width) * this.cell + this.cell / 2 + 0.5,
      this.margin + Math.floor(cell / width) * this.cell + this.cell / 2 + 0.5,
    ];
  }

  draw(game, turn, options) {
    const { context, canvas } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    this.drawField(game);
    if (options.territory) this.drawTerritory(game, turn);
    this.drawGrid(game);
    for (let seat = 0; seat < game.seats; seat++) {
      if (!game.replay.isAlive(seat, turn)) this.drawGhost(game, seat, turn);
    }
    for (let seat = 0; seat < game.seats; seat++) {
      if (game.replay.isAlive(seat, turn)) this.drawRibbon(game, seat, turn);
    }
    if (options.variation) this.drawVariation(game, turn);
    if (turn < game.turns) this.drawMove(game, turn);
    for (let seat = 0; seat < game.seats; seat++) {
      if (game.replay.isAlive(seat, turn)) this.drawHead(game, seat, turn);
    }
  }

  drawField(game) {
    const { context, cell, margin, colours } = this;
    const { width, height } = game.replay;
    context.fillStyle = colours.board;
    context.fillRect(margin, margin, cell * width + 1, cell * height + 1);
    context.fillStyle = colours.muted;
    context.font = `${Math.max(8, Math.round(cell * 0.42))}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    if (cell < 14) return;
    for (let x = 0; x < width; x += 5) context.fillText(String(x), margin + (x + 0.5) * cell, margin / 2);
    for (let y = 0; y < height; y += 5) context.fillText(String(y), margin / 2, margin + (y + 0.5) * cell);
  }

  drawTerritory(game, turn) {
    const { context, cell, margin, colours } = this;
    const { width } = game.replay;
    const reached = game.replay.territory(turn);
    context.save();
    context.globalAlpha = colours.tint;
    context.lineWidth = Math.max(1, cell * 0.08);
    reached.forEach((seat, index) => {
      if (seat < 0) return;
      const left = margin + (index % width) * cell;
      const top = margin + Math.floor(index / width) * cell;
      context.fillStyle = colours.seats[seat];
      context.fillRect(left, top, cell, cell);
      if (!TEXTURES[seat]) return;
      context.strokeStyle = colours.seats[seat];
      context.beginPath();
      if (TEXTURES[seat] === "stripe") {
        context.moveTo(left, top + cell);
        context.lineTo(left + cell, top);
        context.stroke();
      } else {
        context.arc(left + cell / 2, top + cell / 2, Math.max(1, cell * 0.1), 0, 2 * Math.PI);
        context.fill();
      }
    });
    context.restore();
  }

  drawGrid(game) {
    const { context, cell, margin, colours } = this;
    const { width, height } = game.replay;
    context.fillStyle = colours.grid;
    for (let x = 0; x <= width; x++) context.fillRect(margin + x * cell, margin, 1, cell * height + 1);
    for (let y = 0; y <= height; y++) context.fillRect(margin, margin + y * cell, cell * width + 1, 1);
    context.strokeStyle = colours.edge;
    context.lineWidth = Math.max(1, Math.round(cell / 16));
    context.strokeRect(margin + 0.5, margin + 0.5, cell * width, cell * height);
  }

  // A line through the middles of the first cells of a seat's path.
  tracePath(game, seat, length) {
    const { context } = this;
    const path = game.replay.paths[seat];
    context.beginPath();
    for (let index = 0; index < length; index++) context.lineTo(...this.middle(game, path[index]));
    // A line of one point is drawn as its round end.
    if (length === 1) context.lineTo(...this.middle(game, path[0]));
  }

  drawRibbon(game, seat, turn) {
    const { context, cell, colours } = this;
    context.lineJoin = "round";
    context.lineCap = "round";
    context.strokeStyle = colours.seats[seat];
    context.lineWidth = cell * 0.56;
    this.tracePath(game, seat, game.replay.length(seat, turn));
    context.stroke();
    // Where it began.
    const [x, y] = this.middle(game, game.replay.paths[seat][0]);
    context.fillStyle = colours.board;
    context.beginPath();
    context.arc(x, y, cell * 0.13, 0, 2 * Math.PI);
    context.fill();
  }

  // A dead ribbon has left the grid: a faint dotted line tells where it was, a cross where it ended.
  drawGhost(game, seat, turn) {
    const { context, cell, colours } = this;
    context.save();
    context.globalAlpha = colours.ghost;
    context.strokeStyle = colours.seats[seat];
    context.lineWidth = Math.max(1, cell * 0.12);
    context.lineJoin = "round";
    context.lineCap = "butt";
    context.setLineDash([cell * 0.2, cell * 0.3]);
    this.tracePath(game, seat, game.replay.length(seat, turn));
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = Math.min(1, colours.ghost * 2);
    const [x, y] = this.middle(game, game.replay.head(seat, turn));
    this.drawCross(x, y, cell * 0.24);
    context.restore();
  }

  drawCross(x, y, reach) {
    const { context } = this;
    context.beginPath();
    context.moveTo(x - reach, y - reach);
    context.lineTo(x + reach, y + reach);
    context.moveTo(x + reach, y - reach);
    context.lineTo(x - reach, y + reach);
    context.stroke();
  }

  drawHead(game, seat, turn) {
    const { context, cell, colours } = this;
    const [x, y] = this.middle(game, game.replay.head(seat, turn));
    const onTurn = turn < game.turns && game.replay.onTurn[turn] === seat;
    if (onTurn) {
      context.fillStyle = colours.ink;
      context.beginPath();
      context.arc(x, y, cell * 0.58, 0, 2 * Math.PI);
      context.fill();
    }
    context.fillStyle = colours.board;
    context.beginPath();
    context.arc(x, y, cell * 0.49, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colours.seats[seat];
    context.beginPath();
    context.arc(x, y, cell * 0.43, 0, 2 * Math.PI);
    context.fill();
    if (cell < 12) return;
    context.fillStyle = colours.onSeats[seat];
    context.font = `600 ${Math.round(cell * 0.56)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(seat), x, y + cell * 0.03);
  }

  // The move that is played next, and beside it a better one that the review knows.
  drawMove(game, turn) {
    const seat = game.record.moves[turn].seat;
    const target = game.replay.targets[turn];
    const head = game.replay.head(seat, turn);
    const { best, played } = game.reviewed.get(turn) ?? {};
    if (best?.move && best.move !== played.move) {
      const better = game.replay.neighbour(head, STEPS[best.move]);
      if (better !== null) this.drawArrow(game, head, better, seat, true);
    }
    if (target !== null) this.drawArrow(game, head, target, seat, false);
  }

  drawArrow(game, from, to, seat, isHollow) {
    const { context, cell, colours } = this;
    const [x0, y0] = this.middle(game, from);
    const [x1, y1] = this.middle(game, to);
    context.save();
    context.translate((x0 + 3 * x1) / 4, (y0 + 3 * y1) / 4);
    context.rotate(Math.atan2(y1 - y0, x1 - x0));
    context.beginPath();
    context.moveTo(cell * 0.44, 0);
    context.lineTo(cell * -0.04, cell * 0.32);
    context.lineTo(cell * -0.04, cell * -0.32);
    context.closePath();
    context.lineJoin = "round";
    context.lineWidth = Math.max(1.5, cell * 0.1);
    context.strokeStyle = isHollow ? colours.ink : colours.board;
    context.fillStyle = isHollow ? colours.board : colours.seats[seat];
    context.stroke();
    context.fill();
    context.restore();
  }

  // What is expected: each living seat's steps as a thin line from its head, in turn order.
  drawVariation(game, turn) {
    const { context, cell, colours } = this;
    const line = game.variation(turn);
    const order = game.replay.order(turn);
    if (!line.length || !order.length) return;
    const walks = new Map(order.map((seat) => [seat, [game.replay.head(seat, turn)]]));
    let next = 0;
    for (const word of line) {
      if (!order.length) break;
      const seat = order[next];
      const walk = walks.get(seat);
      const step = word === null ? null : STEPS[word];
      const target = step ? game.replay.neighbour(walk[walk.length - 1], step) : null;
      if (target === null) {
        order.splice(next, 1);
      } else {
        walk.push(target);
        next += 1;
      }
      if (next >= order.length) next = 0;
    }
    context.save();
    context.lineJoin = "round";
    context.lineCap = "round";
    for (const [seat, walk] of walks) {
      if (walk.length < 2) continue;
      for (const [colour, thickness] of [[colours.board, 0.26], [colours.seats[seat], 0.13]]) {
        context.strokeStyle = colour;
        context.lineWidth = Math.max(1, cell * thickness);
        context.beginPath();
        for (const index of walk) context.lineTo(...this.middle(game, index));
        context.stroke();
      }
      const [x, y] = this.middle(game, walk[walk.length - 1]);
      context.fillStyle = colours.seats[seat];
      context.beginPath();
      context.arc(x, y, cell * 0.16, 0, 2 * Math.PI);
      context.fill();
    }
    context.restore();
  }
}
