import asyncHooks, { type AsyncHook, createHook } from 'node:async_hooks';

let runnerHook: AsyncHook | undefined;

// Import this module before anything imports `node:test`, which creates its hook when it is loaded.
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook;
  // Without `destroy`, which Node would have to watch every promise for: what the runner forgets by it is little.
  const { destroy: _, ...others } = callbacks;
  runnerHook = createHook(others);
  return runnerHook;
};

/**
 * The test runner follows every promise, to know which test registers a test or leaves an error uncaught; that took a
 * sixth of the CPU time of tests. Call it when all tests are registered, and attribute uncaught errors otherwise.
 */
export function disableRunnerHook(): void {
  runnerHook?.disable();
}
