import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { startService } from '../harness/service.ts';
import { describeFailures, runFuzz } from './fuzz-runner.ts';
import { createPageRequests } from './page-generator.ts';
import { pageRoutes } from './page-routes.ts';
import { type PageVisitors, registerApplication, signVisitorsIn } from './page-visitors.ts';
import { buildPrivateDataVillage, serviceWithoutOutbound } from './private-data-village.ts';

describe('hostile requests to pages', () => {
  it('get valid responses that reveal neither internals nor private data', async () => {
    const service = await startService({}, serviceWithoutOutbound);
    const village = await buildPrivateDataVillage(service);
    const application = await registerApplication(service.url);
    let visitors: PageVisitors;
    const next = createPageRequests({ village, application, visitors: () => visitors }, 20_261_114);
    const report = await runFuzz(next, {
      url: service.url,
      count: 2000,
      connections: 4,
      markers: village.markers,
      log: service.log,
      every: {
        requests: 50,
        async run() {
          visitors = await signVisitorsIn(service, village, application);
        },
      },
    });
    assert.equal(report.failures.length, 0, describeFailures(report.failures));
    for (const status of [200, 303, 403, 404, 422])
      assert.ok((report.byStatus.get(status) ?? 0) > 10, `${status}: ${[...report.byStatus].join(' ')}`);
  });

  it('cover every page', () => {
    const tried = pageRoutes.map(({ path }) => path.replaceAll(/\{\w+\}/g, '*'));
    const forms = pages.flatMap(({ actions = {} }: Page) => Object.values(actions).map(({ path }) => path));
    for (const path of [...pages.map((page) => page.path), ...forms, paths.articlesFeed])
      assert.ok(tried.includes(path.replaceAll(/\{\w+\}/g, '*')), path);
  });
});
