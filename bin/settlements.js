#!/usr/bin/env node
import './node-version.js';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';

const dist = new URL('../dist/', import.meta.url);

/** The build made last from the sources around, or the one inside the package. */
function findBuild() {
  let names = ['package'];
  try {
    names = [readFileSync(new URL('current', dist), 'utf8').trim(), 'package'];
  } catch {}
  return names
    .map((name) => new URL(`${name}/`, dist))
    .find((build) => existsSync(new URL('main.js', build)));
}

/** Keeps builders from removing a build while this process may still load files of it. */
function markUse(build) {
  const mark = new URL(`running/${process.pid}`, build);
  try {
    writeFileSync(mark, '');
  } catch {
    return;
  }
  process.on('exit', () => rmSync(mark, { force: true }));
}

let build = findBuild();
if (build !== undefined) {
  markUse(build);
  // A build found just before it was removed: its successor is current now.
  if (!existsSync(new URL('main.js', build))) build = findBuild();
}
if (build === undefined) {
  console.error('The program is not built yet. Run: npm start, or npm run build');
  process.exit(69);
}
// A checkout is used through npm; an image or a unit may name a way of its own.
process.env.SETTLEMENTS_COMMAND ||= build.pathname.endsWith('/package/')
  ? 'settlements'
  : 'npm run settlements --';
try {
  module.enableCompileCache?.(new URL('compiled', build).pathname);
} catch {}
await import(new URL('main.js', build).href);
