// The keyboard, and files that are dropped.

const KEYS = {
  " ": (viewer) => (viewer.isPlaying ? viewer.stop() : viewer.play()),
  ArrowLeft: (viewer, event) => viewer.move(viewer.turn - (event.shiftKey ? 10 : 1)),
  ArrowRight: (viewer, event) => viewer.move(viewer.turn + (event.shiftKey ? 10 : 1)),
  Home: (viewer) => viewer.move(0),
  End: (viewer) => viewer.move(Infinity),
  "[": (viewer) => viewer.goToMoment(-1),
  "]": (viewer) => viewer.goToMoment(1),
  "+": (viewer) => viewer.changeSpeed(1),
  "=": (viewer) => viewer.changeSpeed(1),
  "-": (viewer) => viewer.changeSpeed(-1),
  t: () => byId("territory").click(),
  v: () => byId("variation").click(),
  c: (viewer) => viewer.copyCommand(),
  p: (viewer) => viewer.index > 0 && viewer.open(viewer.index - 1),
  n: (viewer) => viewer.index < viewer.games.length - 1 && viewer.open(viewer.index + 1),
  o: () => byId("files").click(),
  d: (viewer) => viewer.toggleTheme(),
  "?": () => byId("keys").showModal(),
};

// Keys work wherever the focus is, except where the element there has a use of its own for them.
function onKey(viewer, event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId("keys").open) return;
  if (target.closest("select") || (key === " " && target.closest("button, input[type=checkbox]"))) return;
  const react = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!react) return;
  event.preventDefault();
  react(viewer, event);
}

// Files dropped anywhere on the page.
function listenToDrops(open) {
  const hint = byId("drop");
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    hint.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    open([...event.dataTransfer.files]);
  });
}
