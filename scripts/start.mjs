/** `npm start`: builds, then becomes the service in the same process. */
await import('./build.mjs');

// npm does not pass a SIGTERM on to what it started; it just goes away. Then the service is meant to stop, too.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();

process.argv.splice(2, process.argv.length, 'serve');
await import('../bin/settlements.js');
