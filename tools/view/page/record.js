// Reading a file that was dropped on the page: nothing in it is believed before it was looked at.

const FORMAT = "tron-battle-record";
const VERSION = 1;
const LARGEST_FILE = 16_000_000;
const LARGEST_GRID = 100;
const CAUSES = ["edge", "own ribbon", "another's ribbon", ...SPOKEN_FOR];

class RecordError extends Error {}

// One line of a value from a file, short enough for a message.
function shown(value) {
  let text;
  try {
    text = JSON.stringify(value) ?? "none";
  } catch {
    text = "something nested too deeply";
  }
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function refuse(place, expected, found) {
  throw new RecordError(`${place}: expected ${expected}, found ${shown(found)}`);
}

const check = {
  object(value, place) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) refuse(place, "an object", value);
    return value;
  },
  list(value, place, least, most = Infinity) {
    if (!Array.isArray(value)) refuse(place, "a list", value);
    if (value.length < least || value.length > most) {
      const bounds = least === most ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
      throw new RecordError(`${place}: expected ${bounds} entries, found ${value.length}`);
    }
    return value;
  },
  integer(value, place, least, most) {
    if (!Number.isInteger(value) || value < least || value > most) {
      refuse(place, `an integer from ${least} to ${most}`, value);
    }
    return value;
  },
  milliseconds(value, place) {
    if (value !== null && !(typeof value === "number" && value >= 0 && value < 1e9)) {
      refuse(place, "milliseconds or null", value);
    }
    return value;
  },
  text(value, place) {
    if (typeof value !== "string") refuse(place, "a string", value);
    return value;
  },
  pair(value, place, most) {
    check.list(value, place, 2, 2);
    return value.map((number, index) => check.integer(number, `${place}[${index}]`, 0, most));
  },
};

// The record in a text, ours or the site's; RecordError says what is wrong with it.
function readRecord(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new RecordError(`not JSON: ${error.message}`);
  }
  if (data !== null && typeof data === "object") {
    if (data.format === "tron-battle-review") {
      throw new RecordError("a review, which is shown with its game: python -m tools.view GAME");
    }
    if (data.format === FORMAT) return checkRecord(data);
    const site = data.success ?? data.gameResult ?? data;
    if (site !== null && typeof site === "object" && Array.isArray(site.frames)) return readSite(site);
  }
  return refuse("format", `"${FORMAT}"`, data?.format);
}

// Check a record's fields, and keep those that are shown. Whether the moves are a game by the rules, the replay tells.
function checkRecord(data) {
  if (data.version !== VERSION) refuse("version", String(VERSION), data.version);
  const grid = check.pair(data.grid, "grid", LARGEST_GRID);
  if (!grid[0] || !grid[1]) refuse("grid", "columns and rows", data.grid);
  const starts = readStarts(data.starts, grid);
  const seats = starts.length;
  const limits = check.object(data.limits, "limits");
  const players = check.list(data.players, "players", seats, seats).map((player, index) => {
    check.object(player, `players[${index}]`);
    return { name: check.text(player.name, `players[${index}].name`) };
  });
  const moves = check.list(data.moves, "moves", 0).map((move, index) => {
    const place = `moves[${index}]`;
    check.object(move, place);
    return {
      seat: check.integer(move.seat, `${place}.seat`, 0, seats - 1),
      answer: move.answer === null ? null : check.text(move.answer, `${place}.answer`),
      wall_ms: check.milliseconds(move.wall_ms, `${place}.wall_ms`),
      cpu_ms: check.milliseconds(move.cpu_ms, `${place}.cpu_ms`),
      debug: move.debug === undefined ? undefined : check.text(move.debug, `${place}.debug`),
    };
  });
  const deaths = check.list(data.deaths, "deaths", 0, seats - 1).map((death, index) => {
    const place = `deaths[${index}]`;
    check.object(death, place);
    if (!CAUSES.includes(death.cause)) refuse(`${place}.cause`, `one of ${CAUSES.join(", ")}`, death.cause);
    return {
      seat: check.integer(death.seat, `${place}.seat`, 0, seats - 1),
      cause: death.cause,
      move: check.integer(death.move, `${place}.move`, 0, moves.length - 1),
    };
  });
  const ranks = check.list(data.ranks, "ranks", seats, seats).map((rank, index) =>
    check.integer(rank, `ranks[${index}]`, 0, seats - 1));
  return {
    grid,
    starts,
    players,
    limits: {
      first_ms: check.milliseconds(limits.first_ms, "limits.first_ms"),
      move_ms: check.milliseconds(limits.move_ms, "limits.move_ms"),
    },
    moves,
    deaths,
    ranks,
    adjudicated: data.adjudicated ? check.object(data.adjudicated, "adjudicated") : null,
  };
}

function readStarts(data, grid) {
  const starts = check.list(data, "starts", 2, 4).map((start, index) => check.pair(start, `starts[${index}]`, LARGEST_GRID - 1));
  starts.forEach(([x, y], index) => {
    if (x >= grid[0] || y >= grid[1]) refuse(`starts[${index}]`, `a cell of the ${grid[0]}x${grid[1]} grid`, [x, y]);
    if (starts.slice(0, index).some((other) => other[0] === x && other[1] === y)) {
      refuse(`starts[${index}]`, "a start that no earlier seat has", [x, y]);
    }
  });
  return starts;
}

// A recording of the site: a frame an answer, `agentId` the seat and `stdout` the answer; -1 is the frame before all.
function readSite(site) {
  const ranks = check.list(site.ranks, "ranks", 2, 4);
  const seats = ranks.length;
  const cells = [...String(site.refereeInput ?? "").matchAll(/\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)/g)];
  if (cells.length < seats) {
    throw new RecordError(
      'no start cells in the recording: give them to python -m tools.view FILE --starts "(26,10)(0,12)"',
    );
  }
  const grid = [30, 20];
  const starts = readStarts(cells.slice(0, seats).map(([, x, y]) => [Number(x), Number(y)]), grid);
  const names = ranks.map((_, seat) => `seat ${seat}`);
  for (const agent of Array.isArray(site.agents) ? site.agents : []) {
    const name = agent?.codingamer?.pseudo ?? agent?.arenaboss?.nickname;
    if (names[agent?.index] !== undefined && typeof name === "string") names[agent.index] = name;
  }
  const moves = [];
  site.frames.forEach((frame, index) => {
    check.object(frame, `frames[${index}]`);
    if (frame.agentId === -1) return;
    moves.push({
      seat: check.integer(frame.agentId, `frames[${index}].agentId`, 0, seats - 1),
      answer: typeof frame.stdout === "string" ? frame.stdout.split("\n", 1)[0].trim().slice(0, 100) || null : null,
      wall_ms: 0,
      cpu_ms: null,
      debug: typeof frame.stderr === "string" && frame.stderr.trim() ? frame.stderr.trim().slice(-4096) : undefined,
    });
  });
  if (!moves.some((move) => Object.hasOwn(STEPS, move.answer ?? ""))) {
    throw new RecordError("frames: expected directions as their stdout, found none: this is no game of Tron");
  }
  return {
    grid,
    starts,
    players: names.map((name) => ({ name })),
    limits: { first_ms: null, move_ms: null },
    moves,
    deaths: null,
    ranks: ranks.map((rank, index) => check.integer(rank, `ranks[${index}]`, 0, seats - 1)),
    adjudicated: null,
  };
}
