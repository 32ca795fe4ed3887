// The rules: what a list of answers makes of the start cells, and who reaches each free cell first.
// A cell is its index, x + width * y.

const STEPS = { UP: [0, -1], RIGHT: [1, 0], DOWN: [0, 1], LEFT: [-1, 0] };
// A player is lost for one of these whatever it answered, so the record's word is taken for it.
const SPOKEN_FOR = ["timeout", "invalid output", "crashed", "stopped answering"];

// One game from its start cells on. `answers` are {seat, answer, cause}, with the cause of a death that no rule can
// tell, if there is one. Turn t is the position before answer t; turn `answers.length` is the last position.
class Replay {
  constructor(width, height, starts, answers) {
    this.width = width;
    this.height = height;
    this.seats = starts.length;
    this.turns = answers.length;
    this.paths = starts.map(([x, y]) => [x + width * y]);
    // The answers that entered the cells of a path, and the turn from which a seat is dead.
    this.entered = starts.map(() => [0]);
    this.deadFrom = starts.map(() => Infinity);
    this.deaths = [];
    this.targets = [];
    this.onTurn = new Uint8Array(answers.length + 1);
    this.lengths = new Uint32Array((answers.length + 1) * this.seats);
    const owners = new Int8Array(width * height).fill(-1);
    this.paths.forEach(([cell], seat) => { owners[cell] = seat; });
    let living = this.seats;
    let seat = 0;
    for (const [turn, answer] of answers.entries()) {
      this.note(turn, seat);
      if (living === 1 && answer.answer === null) {
        // The site may add frames without an answer.
        this.turns = turn;
        break;
      }
      if (living === 1) throw new RecordError(`moves[${turn}]: expected none, since the game ended with the one before`);
      if (answer.seat !== seat) {
        throw new RecordError(`moves[${turn}].seat: expected ${seat}, whose turn it is, found ${shown(answer.seat)}`);
      }
      const path = this.paths[seat];
      const [target, fate] = this.foresee(path[path.length - 1], answer.answer, owners, seat);
      const cause = answer.cause ?? fate;
      this.targets.push(target);
      if (cause === null) {
        path.push(target);
        this.entered[seat].push(turn);
        owners[target] = seat;
      } else {
        for (const cell of path) owners[cell] = -1;
        this.deadFrom[seat] = turn + 1;
        this.deaths.push({ seat, cause, move: turn });
        living -= 1;
      }
      do seat = (seat + 1) % this.seats; while (this.deadFrom[seat] <= turn + 1);
    }
    this.note(this.turns, seat);
    this.living = living;
  }

  // Keep what the position before an answer needs beside the paths.
  note(turn, seat) {
    this.onTurn[turn] = seat;
    this.paths.forEach((path, each) => { this.lengths[turn * this.seats + each] = path.length; });
  }

  // Where an answer leads (null: off the grid or nowhere), and the cause of death by the rules or null.
  foresee(head, answer, owners, seat) {
    const step = typeof answer === "string" && Object.hasOwn(STEPS, answer.trim()) ? STEPS[answer.trim()] : null;
    if (!step) return [null, answer === null ? "timeout" : "invalid output"];
    const target = this.neighbour(head, step);
    if (target === null) return [null, "edge"];
    const owner = owners[target];
    return [target, owner < 0 ? null : owner === seat ? "own ribbon" : "another's ribbon"];
  }

  neighbour(cell, [across, down]) {
    const x = cell % this.width + across;
    const y = Math.floor(cell / this.width) + down;
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? x + this.width * y : null;
  }

  isAlive(seat, turn) {
    return turn < this.deadFrom[seat];
  }

  // How long a seat's ribbon was, or had been when it died.
  length(seat, turn) {
    return this.lengths[turn * this.seats + seat];
  }

  head(seat, turn) {
    return this.paths[seat][this.length(seat, turn) - 1];
  }

  // The seat of each cell, -1 where it is free.
  owners(turn) {
    const owners = new Int8Array(this.width * this.height).fill(-1);
    for (let seat = 0; seat < this.seats; seat++) {
      if (!this.isAlive(seat, turn)) continue;
      const path = this.paths[seat];
      for (let index = this.length(seat, turn); index--;) owners[path[index]] = seat;
    }
    return owners;
  }

  // The living seats in the order in which they will answer.
  order(turn) {
    const order = [];
    for (let offset = 0; offset < this.seats; offset++) {
      const seat = (this.onTurn[turn] + offset) % this.seats;
      if (this.isAlive(seat, turn)) order.push(seat);
    }
    return order;
  }

  // The seat that reaches each free cell first, -1 where nobody does: all heads advance ring by ring in turn order.
  territory(turn) {
    const { width } = this;
    const taken = this.owners(turn);
    const reached = new Int8Array(taken.length).fill(-1);
    let fronts = this.order(turn).map((seat) => ({ seat, ring: [this.head(seat, turn)] }));
    const take = (cell, seat, ring) => {
      if (taken[cell] < 0) {
        taken[cell] = seat;
        reached[cell] = seat;
        ring.push(cell);
      }
    };
    while (fronts.length) {
      for (const front of fronts) {
        const ring = [];
        for (const cell of front.ring) {
          const column = cell % width;
          if (cell >= width) take(cell - width, front.seat, ring);
          if (column) take(cell - 1, front.seat, ring);
          if (column < width - 1) take(cell + 1, front.seat, ring);
          if (cell + width < taken.length) take(cell + width, front.seat, ring);
        }
        front.ring = ring;
      }
      fronts = fronts.filter((front) => front.ring.length);
    }
    return reached;
  }

  // The board as text, `A` to `D` heads, `a` to `d` the rest of their ribbons, `.` free; or the territory, `0` to `3`.
  toRows(turn) {
    const cells = [...this.owners(turn)].map((seat) => (seat < 0 ? "." : "abcd"[seat]));
    for (const seat of this.order(turn)) cells[this.head(seat, turn)] = "ABCD"[seat];
    return this.cut(cells);
  }

  toTerritoryRows(turn) {
    return this.cut([...this.territory(turn)].map((seat) => (seat < 0 ? "." : String(seat))));
  }

  cut(cells) {
    return Array.from({ length: this.height }, (_, y) => cells.slice(y * this.width, (y + 1) * this.width).join(""));
  }
}
