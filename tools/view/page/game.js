// A record made ready to be shown: its replay, the figures of each answer, and the moments worth looking at.

// A decided game is worth at least so much to the bots; it becomes infinite here.
const DECIDED = 50_000_000;
const WORDS = { U: "UP", R: "RIGHT", D: "DOWN", L: "LEFT" };
// Counting territory at every turn of an ordinary game looks at half a million cells, of this many in about a second.
const MOST_CELLS = 50_000_000;

class Game {
  // `path` is the file as it was named; `review` what a review found (see tools/review), or null; `givenStarts` what the
  // user told of a file that does not tell them, or null.
  constructor(path, record, review, givenStarts) {
    this.path = path;
    this.givenStarts = givenStarts;
    this.name = path.split(/[\\/]/).pop();
    this.record = record;
    const { grid, starts, moves } = record;
    const spoken = new Map();
    for (const death of record.deaths ?? []) {
      if (SPOKEN_FOR.includes(death.cause)) spoken.set(death.move, death.cause);
    }
    const answers = moves.map((move, turn) => ({ seat: move.seat, answer: move.answer, cause: spoken.get(turn) ?? null }));
    this.replay = new Replay(grid[0], grid[1], starts, answers);
    this.checkEnd();
    this.seats = starts.length;
    this.turns = this.replay.turns;
    moves.length = this.turns;
    this.figures = moves.map((move) => readFigures(move.debug));
    this.reviewed = new Map((review?.turns ?? []).map((turn) => [turn.turn, readReview(turn)]));
    this.mistakes = review?.mistakes ?? [];
    this.moments = this.findMoments();
    this.counts = this.countTerritory();
  }

  // The recorded deaths and ranks must be what the rules make of the moves.
  checkEnd() {
    const { deaths, ranks, adjudicated } = this.record;
    const { replay } = this;
    if (replay.living > (adjudicated ? 2 : 1)) {
      throw new RecordError(`moves: expected the game to its end, and ${replay.living} players still live`);
    }
    const tell = (list) => JSON.stringify(list.map(({ seat, cause, move }) => [seat, cause, move]));
    if (deaths && tell(deaths) !== tell(replay.deaths)) {
      throw new RecordError("deaths: expected those that the rules make of the moves, found others");
    }
    if ([...ranks].sort().some((rank, place) => rank !== place)) {
      throw new RecordError(`ranks: expected each of 0 to ${ranks.length - 1} once, found ${shown(ranks)}`);
    }
    const dead = replay.deaths.map((death) => death.seat).reverse();
    if (dead.some((seat, index) => ranks[seat] !== ranks.length - dead.length + index)) {
      throw new RecordError(`ranks: expected the reverse order of the deaths, found ${shown(ranks)}`);
    }
  }

  player(seat) {
    return this.record.players[seat].name || `seat ${seat}`;
  }

  // Deaths and mistakes in the order of the game.
  findMoments() {
    const moments = this.replay.deaths.map(({ seat, cause, move }) => ({ kind: "death", turn: move, seat, cause }));
    for (const turn of this.mistakes) {
      const entry = this.reviewed.get(turn);
      if (entry) moments.push({ kind: "mistake", turn, seat: entry.seat, entry });
    }
    return moments.sort((one, other) => one.turn - other.turn);
  }

  // Cells that each seat reaches first, turn by turn; null where that would take too long.
  countTerritory() {
    const { replay, seats, turns } = this;
    if ((turns + 1) * replay.width * replay.height > MOST_CELLS) return null;
    const counts = new Uint32Array((turns + 1) * seats);
    for (let turn = 0; turn <= turns; turn++) {
      for (const seat of replay.territory(turn)) if (seat >= 0) counts[turn * seats + seat] += 1;
    }
    return counts;
  }

  // The hard limit on an answer in milliseconds, or null.
  limit(turn) {
    const { first_ms: first, move_ms: move } = this.record.limits;
    // The first round has everybody's first answer, and nobody's second.
    return turn < this.seats ? first : move;
  }

  // What is expected to follow a turn: a list of directions in turn order, null for a seat that dies.
  variation(turn) {
    return this.reviewed.get(turn)?.best.moves ?? this.figures[turn]?.variation ?? [];
  }
}

// What a bot's own line tells: `depth 9 value -12 nodes 3000 ms 71.5 pv UP LEFT`, in any order and among other words.
function readFigures(debug) {
  const figures = {};
  if (!debug) return figures;
  const text = debug.slice(-4096);
  for (const name of ["depth", "value", "nodes"]) {
    const found = [...text.matchAll(new RegExp(`\\b${name}[ :=]+(-?\\d{1,15}(?:\\.\\d{1,9})?)(?![\\w.])`, "g"))].pop();
    if (found) figures[name] = Number(found[1]);
  }
  if (Math.abs(figures.value) >= DECIDED) figures.value *= Infinity;
  // This project's bot, once walled off, tells the moves that its region can give as the value.
  figures.isFilling = /\bms \d[\d.]* fill\b/.test(text);
  const variation = /\bpv[ :=]+((?:(?:UP|RIGHT|DOWN|LEFT|-)(?:\s+|$))+)/.exec(text);
  if (variation) figures.variation = variation[1].trim().split(/\s+/).map((word) => (word === "-" ? null : word));
  return figures;
}

// A turn of a review, with directions as words; of a move that was best there is one line only.
function readReview({ turn, seat, played, best }) {
  const read = (line) => {
    const moves = [...line.line].map((initial) => WORDS[initial] ?? null);
    return { ...line, moves, move: moves[0] ?? null };
  };
  return { turn, seat, played: read(played), best: read(best ?? played) };
}
