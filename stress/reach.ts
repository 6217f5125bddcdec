import type { StressTest } from './stress-test.ts';

export const reach: StressTest = {
  name: 'reach',
  summary:
    'an urgent announcement to 74 and 600 plots: who is reached how and when, with mail and push servers failing',
  // Loaded only for it: its servers belong to the test runner, which would print a report for every stress test.
  run: async (options) => (await import('./reach/simulation.ts')).simulateReach(options),
};
