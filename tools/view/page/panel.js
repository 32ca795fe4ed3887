// What stands beside the board: players, the turn, and the moments worth looking at.

// A cross for a player who is expected to die.
const ARROWS = { UP: "\u2191", RIGHT: "\u2192", DOWN: "\u2193", LEFT: "\u2190" };
const MOST_ARROWS = 24;
const RANKS = ["1st", "2nd", "3rd", "4th"];

class Panel {
  constructor(goTo) {
    this.goTo = goTo;
  }

  // Lay out a game that was opened.
  open(game) {
    const rows = game.record.players.map((_, seat) => {
      const cells = { length: element("td", { className: "number" }), territory: element("td", { className: "number" }) };
      const state = element("span", { className: "state" });
      const name = element("span", { className: "name", textContent: game.player(seat), title: game.player(seat) });
      const row = element("tr", {}, element("th", { scope: "row" }, chip(seat)), element("td", {}, name, state), cells.length, cells.territory);
      return { row, state, ...cells };
    });
    this.rows = rows;
    byId("players").tBodies[0].replaceChildren(...rows.map(({ row }) => row));
    this.moments = game.moments.map((moment) => {
      const button = element(
        "button",
        { type: "button", className: `moment ${moment.kind}` },
        element("span", { className: "number", textContent: String(moment.turn) }),
        chip(moment.seat),
        element("span", { textContent: momentText(moment) }),
      );
      button.addEventListener("click", () => this.goTo(moment.turn));
      return button;
    });
    byId("moments").querySelector("ol").replaceChildren(...this.moments.map((button) => element("li", {}, button)));
    const marks = game.moments.map((moment) => {
      const mark = element("button", { type: "button", className: `mark ${moment.kind} seat-${moment.seat}` });
      mark.style.left = `${(100 * moment.turn) / Math.max(1, game.turns)}%`;
      const text = `Turn ${moment.turn}: seat ${moment.seat}, ${momentText(moment)}`;
      mark.title = text;
      mark.setAttribute("aria-label", text);
      mark.addEventListener("click", () => this.goTo(moment.turn));
      return mark;
    });
    byId("marks").replaceChildren(...marks);
  }

  // Show a turn.
  show(game, turn) {
    this.showPlayers(game, turn);
    this.showMove(game, turn);
    this.showFigures(game, turn);
    this.showMistake(game, turn);
    const debug = game.record.moves[turn]?.debug;
    byId("said").hidden = !debug;
    byId("debug").textContent = debug ?? "";
    byId("again").hidden = turn === game.turns;
    byId("command").textContent = turn < game.turns ? againCommand(game, turn) : "";
    this.moments.forEach((button, index) => {
      if (game.moments[index].turn === turn) {
        button.setAttribute("aria-current", "true");
        this.bringIntoView(button.parentElement);
      } else {
        button.removeAttribute("aria-current");
      }
    });
  }

  // Scroll the list alone, and not the page.
  bringIntoView(entry) {
    const list = entry.parentElement;
    const above = entry.offsetTop < list.scrollTop;
    const below = entry.offsetTop + entry.offsetHeight > list.scrollTop + list.clientHeight;
    if (above || below) list.scrollTop = entry.offsetTop - (list.clientHeight - entry.offsetHeight) / 2;
  }

  showPlayers(game, turn) {
    this.rows.forEach(({ row, state, length, territory }, seat) => {
      const isAlive = game.replay.isAlive(seat, turn);
      row.className = isAlive ? (turn < game.turns && game.replay.onTurn[turn] === seat ? "on-turn" : "") : "dead";
      const death = game.replay.deaths.find((each) => each.seat === seat);
      const isEnd = turn === game.turns;
      const rank = RANKS[game.record.ranks[seat]];
      if (!isAlive) state.textContent = `${rank}, dead at turn ${death.move}: ${death.cause}`;
      else state.textContent = isEnd ? rank : "";
      length.textContent = number(game.replay.length(seat, turn));
      territory.textContent = isAlive && game.counts ? number(game.counts[turn * game.seats + seat]) : "";
    });
  }

  showMove(game, turn) {
    const line = byId("move");
    if (turn === game.turns) {
      const winner = game.record.ranks.indexOf(0);
      const end = game.record.adjudicated ? " by proof: more moves are certain than the other can have" : "";
      line.replaceChildren(chip(winner), element("strong", { textContent: game.player(winner) }), ` wins${end}.`);
      return;
    }
    const { seat, answer } = game.record.moves[turn];
    const death = game.replay.deaths.find((each) => each.move === turn);
    const end = death ? element("span", { className: "fate", textContent: `dies: ${death.cause}` }) : "";
    line.replaceChildren(chip(seat), element("strong", { textContent: answer ?? "no answer" }), end);
  }

  showFigures(game, turn) {
    const list = byId("figures");
    list.replaceChildren();
    const move = game.record.moves[turn];
    if (!move) return;
    const add = (name, text) => list.append(element("dt", { textContent: name }), element("dd", { textContent: text }));
    const { depth, value, nodes } = game.figures[turn];
    const review = game.reviewed.get(turn);
    const limit = game.limit(turn);
    if (move.wall_ms) {
      const cpu = move.cpu_ms === null ? "" : ` (CPU ${number(move.cpu_ms)})`;
      add("time", `${number(move.wall_ms)} ms${cpu}${limit === null ? "" : ` of ${number(limit)}`}`);
    }
    if (value !== undefined) add("value", valueText(value));
    if (depth !== undefined) add("depth", `${number(depth)} plies`);
    if (nodes !== undefined) add("nodes", number(nodes));
    if (review) {
      const { played } = review;
      add("review", `${chanceText(played)}${played.proven ? ", proven" : " to win"}, depth ${number(played.depth)}`);
    }
    const { variation } = game.figures[turn];
    if (variation) add("bot expects", arrows(variation));
    if (review?.best.moves.length) add("best line", arrows(review.best.moves));
  }

  showMistake(game, turn) {
    const review = game.reviewed.get(turn);
    const isBetter = Boolean(review?.best.move) && review.best.move !== review.played.move;
    const line = byId("mistake");
    line.hidden = !isBetter;
    line.className = game.mistakes.includes(turn) ? "mistake" : "";
    if (isBetter) {
      const { best, played } = review;
      // In a decided game the chances are the same to a tenth, and the values are not.
      const tell = chanceText(best) === chanceText(played) ? (line) => `value ${valueText(line.value)}` : chanceText;
      const gain = `${tell(best)} instead of ${tell(played)}`;
      line.replaceChildren("Better: ", element("strong", { textContent: review.best.move }), `, ${gain}`);
    }
  }
}

function arrows(line) {
  return line.slice(0, MOST_ARROWS).map((word) => ARROWS[word] ?? "\u2715").join(" ");
}

function momentText(moment) {
  if (moment.kind === "death") return `dies: ${moment.cause}`;
  const { best, played } = moment.entry;
  const better = best.move === null || best.move === played.move ? "" : `, better ${best.move}`;
  if (played.proven === "lost" && best.proven !== "lost") return `loses the game${better}`;
  return `${number(played.chance - best.chance).replace("-", "\u2212")} % to win${better}`;
}

// The command that lets a bot take over the seat on turn.
function againCommand(game, turn) {
  const seat = game.record.moves[turn].seat;
  const starts = game.givenStarts === null ? "" : ` --starts ${shellWord(game.givenStarts)}`;
  const file = `${shellWord(game.path)}${starts}`;
  return `.venv/bin/python -m tools.replay again ${file} --seat ${seat} --turn ${turn} --with bundle`;
}

// A word that a shell takes as it is; a name that would do something to a terminal is not repeated.
function shellWord(word) {
  if (/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(word)) return "FILE";
  const plain = word.startsWith("-") ? `./${word}` : word;
  return /^[\w./,:@%+=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
