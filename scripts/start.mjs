/** `npm start`: builds, then becomes the service, in one process so that a signal to npm reaches it. */
await import('./build.mjs');
process.argv.splice(2, process.argv.length, 'serve');
await import('../bin/settlements.js');
