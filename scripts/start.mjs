/** `npm start`: installs and builds what is missing, then runs the service in the same process. */
import '../bin/node-version.js';

await import('./build.mjs');

// npm does not forward SIGTERM but exits; the service then stops, too.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();

// Whoever tries the project out sees it filled; an installed package starts empty.
if (!process.env.DEMO && !process.env.DATABASE_URL) process.env.DEMO = 'when-empty';
process.argv.splice(2, process.argv.length, 'serve');
await import('../bin/settlements.js');
