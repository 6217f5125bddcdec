import { createPageRequests } from '../test/security/page-generator.ts';
import { type PageVisitors, registerApplication, signVisitorsIn } from '../test/security/page-visitors.ts';
import { runHostileRequests } from './hostile-request-run.ts';
import type { StressTest } from './stress-test.ts';

/** Requests between sign-ins: some requests end sessions, and wrong passwords lock accounts for a while. */
const signInEvery = 50;

export const pages: StressTest = {
  name: 'pages',
  summary: 'hostile requests for all pages and from their forms, signed in and not',
  run: (options) =>
    runHostileRequests(options, async (service, village) => {
      const application = await registerApplication(service.url);
      let visitors: PageVisitors = await signVisitorsIn(service, village, application);
      return {
        next: createPageRequests({ village, application, visitors: () => visitors }, options.seed),
        every: {
          requests: signInEvery,
          async run() {
            visitors = await signVisitorsIn(service, village, application);
          },
        },
      };
    }),
};
