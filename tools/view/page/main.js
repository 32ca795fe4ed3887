// Opens what the page came with.

function start() {
  const viewer = new Viewer();
  const problems = [];
  for (const { path, record, review, starts } of JSON.parse(byId("data").textContent).games) {
    try {
      viewer.add(path, checkRecord(record), review, starts);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      problems.push(`${path}: ${error.message}`);
    }
  }
  viewer.readAddress();
  if (problems.length) viewer.warn(problems.join("\n"));
  window.viewer = viewer;
}

start();
