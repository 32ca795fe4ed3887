// The page: games, the turn that is shown, and everything that changes it.

class Viewer {
  constructor() {
    this.games = [];
    this.index = -1;
    this.turn = 0;
    this.isPlaying = false;
    this.board = new BoardView(byId("board"), {});
    this.panel = new Panel((turn) => this.goTo(turn));
    this.curves = CURVES.map((curve) => new CurveView(curve, (turn) => this.goTo(turn)));
    byId("curves").append(...this.curves.map((curve) => curve.figure));
    this.readColours();
    this.listen();
  }

  get game() {
    return this.games[this.index] ?? null;
  }

  // Add a game and return it; RecordError if it is none.
  add(path, record, review = null, starts = null) {
    const game = new Game(path, record, review, starts);
    this.games.push(game);
    return game;
  }

  open(index, turn = 0) {
    this.stop();
    this.index = index;
    this.turn = Math.min(Math.max(0, turn), this.game.turns);
    byId("slider").max = this.game.turns;
    byId("title").textContent = this.game.name;
    byId("title").title = this.game.path;
    document.title = `${this.game.name} - Tron Battle replay`;
    this.panel.open(this.game);
    this.listGames();
    this.layOut();
  }

  goTo(turn) {
    if (!this.game) return;
    const wanted = Math.min(Math.max(0, Math.round(turn)), this.game.turns);
    if (wanted === this.turn) return;
    this.turn = wanted;
    this.invalidate();
  }

  // Step, or scrub, by hand: playing ends.
  move(turn) {
    this.stop();
    this.goTo(turn);
  }

  // Draw once before the next frame, however often the turn, or the size of the page, changes until then.
  invalidate() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.isOutOfShape) this.layOut();
      else this.draw();
    });
  }

  reshape() {
    this.isOutOfShape = true;
    this.invalidate();
  }

  draw() {
    const { game, turn } = this;
    if (!game) return;
    this.board.draw(game, turn, { territory: byId("territory").checked, variation: byId("variation").checked });
    this.panel.show(game, turn);
    for (const curve of this.curves) curve.moveTo(turn);
    const text = describe(game, turn);
    const slider = byId("slider");
    slider.value = turn;
    slider.setAttribute("aria-valuetext", text);
    byId("board").setAttribute("aria-label", `The board: ${text}`);
    byId("count").textContent = `Turn ${turn} of ${game.turns}`;
    this.keepAddress();
  }

  // Fit everything into the space that there is.
  layOut() {
    this.isOutOfShape = false;
    if (!this.game) return;
    const stage = byId("frame");
    const style = getComputedStyle(stage);
    const room = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    this.board.fit(this.game, room, Math.max(240, window.innerHeight * 0.66));
    for (const curve of this.curves) curve.take(this.game);
    const widths = this.curves.map((curve) => curve.figure.clientWidth);
    this.curves.forEach((curve, index) => curve.show(widths[index]));
    this.draw();
  }

  // The address follows a moment later: browsers forbid changing it hundreds of times in a row.
  keepAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      const game = this.games.length > 1 ? `game=${this.index + 1}&` : "";
      const address = `#${game}turn=${this.turn}`;
      if (location.hash !== address) history.replaceState(null, "", address);
    }, 150);
  }

  // The game and turn that the address asks for.
  readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const read = (name) => (/^\d{1,9}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
    const game = read("game");
    const index = game !== null && game >= 1 && game <= this.games.length ? game - 1 : Math.max(0, this.index);
    const turn = read("turn") ?? 0;
    if (!this.games.length) return;
    if (index === this.index) this.move(turn);
    else this.open(index, turn);
    // What made no sense in the address is put right.
    this.keepAddress();
  }

  play() {
    if (!this.game || this.isPlaying) return;
    if (this.turn === this.game.turns) this.goTo(0);
    this.isPlaying = true;
    this.showPlaying();
    let before = performance.now();
    let due = 0;
    const advance = (now) => {
      if (!this.isPlaying) return;
      due += ((now - before) / 1000) * Number(byId("speed").value);
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps) this.goTo(this.turn + steps);
      if (this.turn === this.game.turns) this.stop();
      else requestAnimationFrame(advance);
    };
    requestAnimationFrame(advance);
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.showPlaying();
  }

  showPlaying() {
    const button = byId("play");
    button.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    button.querySelector("use").setAttribute("href", this.isPlaying ? "#icon-pause" : "#icon-play");
  }

  changeSpeed(offset) {
    const select = byId("speed");
    select.selectedIndex = Math.min(Math.max(0, select.selectedIndex + offset), select.options.length - 1);
    this.say(`${select.value} moves a second`);
  }

  // The moment before or after the turn shown.
  goToMoment(direction) {
    const turns = this.game?.moments.map((moment) => moment.turn) ?? [];
    const found = direction > 0 ? turns.find((turn) => turn > this.turn) : turns.findLast((turn) => turn < this.turn);
    if (found !== undefined) this.move(found);
  }

  // The list is made anew for new games only, so that the button that has the focus keeps it.
  listGames() {
    byId("games").hidden = this.games.length < 2;
    byId("games").querySelector("h2").textContent = `${this.games.length} games`;
    const list = byId("games").querySelector("ol");
    for (let index = list.children.length; index < this.games.length; index++) {
      list.append(element("li", {}, this.makeEntry(index)));
    }
    [...list.children].forEach(({ firstChild }, index) => {
      if (index === this.index) firstChild.setAttribute("aria-current", "true");
      else firstChild.removeAttribute("aria-current");
    });
  }

  makeEntry(index) {
    const game = this.games[index];
    const seats = game.record.ranks.map((rank, seat) => [rank, seat]).sort(([one], [other]) => one - other);
    const ranking = seats.map(([, seat]) => element("span", {}, chip(seat), game.player(seat)));
    const button = element(
      "button",
      { type: "button", title: game.path },
      element("span", { className: "name", textContent: game.name }),
      element("span", { className: "number", textContent: `${number(game.turns)} turns` }),
      element("span", { className: "ranking", title: "from the winner to the first who died" }, ...ranking),
    );
    button.addEventListener("click", () => this.open(index));
    return button;
  }

  // Open files that the user chose or dropped; what is no game is told, and the others are opened.
  async openFiles(files) {
    const problems = [];
    const first = this.games.length;
    for (const file of files) {
      try {
        if (file.size > LARGEST_FILE) throw new RecordError(`larger than ${number(LARGEST_FILE)} bytes`);
        this.add(file.name, readRecord(await file.text()));
      } catch (error) {
        problems.push(`${file.name}: ${error instanceof RecordError ? error.message : `cannot be read: ${error.message}`}`);
      }
    }
    if (this.games.length > first) this.open(first);
    if (problems.length) this.warn(problems.join("\n"));
    else byId("alert").hidden = true;
  }

  async copyCommand() {
    const text = byId("command").textContent;
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text);
      this.say("Command copied");
    } catch {
      getSelection().selectAllChildren(byId("command"));
      this.say("The browser does not let the page copy: the command is marked, copy it by hand");
    }
  }

  toggleTheme() {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? "light" : "dark";
    this.readColours();
    this.draw();
  }

  // Colours are written once, in the style sheet; the canvas takes them from there.
  readColours() {
    const probe = element("span", { hidden: true });
    document.body.append(probe);
    const read = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const seats = [0, 1, 2, 3];
    Object.assign(this.board.colours, {
      board: read("board"),
      grid: read("grid"),
      edge: read("edge"),
      ink: read("ink"),
      muted: read("muted"),
      seats: seats.map((seat) => read(`seat-${seat}`)),
      onSeats: seats.map((seat) => read(`on-seat-${seat}`)),
      tint: isDark() ? 0.24 : 0.2,
      ghost: isDark() ? 0.45 : 0.4,
    });
    probe.remove();
  }

  say(text) {
    const status = byId("status");
    status.textContent = text;
    clearTimeout(this.statusTimer);
    this.statusTimer = setTimeout(() => { status.textContent = ""; }, 2500);
  }

  warn(text) {
    byId("alert").querySelector("span").textContent = text.length > 600 ? `${text.slice(0, 597)}...` : text;
    byId("alert").hidden = false;
  }

  listen() {
    const on = (id, type, react) => byId(id).addEventListener(type, react);
    on("first", "click", () => this.move(0));
    on("back", "click", () => this.move(this.turn - 1));
    on("on", "click", () => this.move(this.turn + 1));
    on("last", "click", () => this.move(Infinity));
    on("play", "click", () => (this.isPlaying ? this.stop() : this.play()));
    on("slider", "input", (event) => this.move(Number(event.target.value)));
    on("territory", "change", () => this.draw());
    on("variation", "change", () => this.draw());
    on("theme", "click", () => this.toggleTheme());
    on("copy", "click", () => this.copyCommand());
    on("open", "click", () => byId("files").click());
    on("files", "change", async (event) => {
      await this.openFiles([...event.target.files]);
      event.target.value = "";
    });
    on("help", "click", () => byId("keys").showModal());
    byId("alert").querySelector("button").addEventListener("click", () => { byId("alert").hidden = true; });
    this.listenToBoard();
    listenToDrops((files) => this.openFiles(files));
    document.addEventListener("keydown", (event) => onKey(this, event));
    window.addEventListener("hashchange", () => this.readAddress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.readColours();
      this.draw();
    });
    window.addEventListener("resize", () => this.reshape());
    new ResizeObserver(() => this.reshape()).observe(byId("frame"));
  }

  listenToBoard() {
    const canvas = byId("board");
    const laidAt = (event) => {
      const cell = this.game ? this.board.cellAt(this.game, event.clientX, event.clientY) : null;
      return cell === null ? null : { cell, ...whoLaid(this.game, cell, this.turn) };
    };
    canvas.addEventListener("pointermove", (event) => {
      const found = laidAt(event);
      byId("cell").textContent = found ? cellText(this.game, found) : "\u00a0";
      canvas.classList.toggle("clickable", found?.seat !== undefined);
    });
    canvas.addEventListener("pointerleave", () => { byId("cell").textContent = "\u00a0"; });
    canvas.addEventListener("click", (event) => {
      const found = laidAt(event);
      if (found?.seat !== undefined) this.move(found.turn);
    });
  }
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// The seat whose ribbon covers a cell and the turn after which it did; nothing if it is free.
function whoLaid(game, cell, turn) {
  const { replay } = game;
  for (let seat = 0; seat < game.seats; seat++) {
    const index = replay.isAlive(seat, turn) ? replay.paths[seat].indexOf(cell) : -1;
    if (index >= 0 && index < replay.length(seat, turn)) return { seat, turn: replay.entered[seat][index] };
  }
  return {};
}

function cellText(game, { cell, seat, turn }) {
  const { width } = game.replay;
  const place = `${cell % width}, ${Math.floor(cell / width)}`;
  return seat === undefined ? place : `${place}: seat ${seat} since turn ${turn}`;
}

// A turn in words, for those who do not see the board.
function describe(game, turn) {
  const heads = game.replay.order(turn).map((seat) => {
    const cell = game.replay.head(seat, turn);
    return `seat ${seat} at ${cell % game.replay.width}, ${Math.floor(cell / game.replay.width)}`;
  });
  const move = game.record.moves[turn];
  const next = move ? `seat ${move.seat} plays ${move.answer ?? "nothing"}` : `seat ${game.record.ranks.indexOf(0)} has won`;
  return `turn ${turn} of ${game.turns}, ${next}; ${heads.join(", ")}`;
}
