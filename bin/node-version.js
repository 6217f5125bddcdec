/** Imported first: says in one sentence what an older Node would say as a fault of some file. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Settlements needs Node 20.19 or newer, and this is ${process.versions.node}. ` +
      'Install Node 24 from https://nodejs.org and start again.',
  );
  process.exit(78);
}
