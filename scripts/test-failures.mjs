import { inspect } from 'node:util';

/** Failures that are consequences of another test's and do not say why. */
const consequences = ['subtestsFailed', 'cancelledByParent'];

/**
 * Collects the first failure of each test file from the events of the runner. `programs` has the test files that
 * each program runs, one suite per file. A program that failed as a whole is a failure of all its files.
 */
export function collectFailures(events, programs) {
  const failed = new Map();
  // The runner reports programs one after another, also when they run at once, and a suite after its tests.
  let first;
  events.on('test:fail', ({ name, file, nesting, todo, details: { error } }) => {
    if (todo !== undefined && todo !== false) return;
    if (!consequences.includes(error.failureType)) first ??= `${name}: ${inspect(error.cause ?? error)}`;
    if (nesting > 0) return;
    const sources = programs.get(file) ?? [...programs.values()].flat();
    for (const source of sources.includes(name) ? [name] : sources)
      if (!failed.has(source)) failed.set(source, first ?? name);
    first = undefined;
  });
  return failed;
}
