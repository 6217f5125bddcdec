/** `npm start`: builds, then runs the service in the same process. */
await import('./build.mjs');

// npm does not forward SIGTERM but exits; the service then stops, too.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();

process.argv.splice(2, process.argv.length, 'serve');
await import('../bin/settlements.js');
