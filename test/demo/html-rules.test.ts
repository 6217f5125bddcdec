import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { startDemoService } from '../harness/demo.ts';
import { walkDemo } from '../web/demo-pages.ts';
import { findHtmlFaults } from '../web/html-rules.ts';

it('no page of the demo breaks a rule of HTML', async (context: TestContext) => {
  const { service, access } = await startDemoService();
  const faults = new Set<string>();
  const seen = new Set<string>();
  for await (const { path, address, html } of walkDemo(service, access.accounts, {
    each: 1,
    language: 'ru',
  })) {
    seen.add(path);
    for (const fault of findHtmlFaults(html)) faults.add(`${address}: ${fault}`);
  }
  context.diagnostic(`${seen.size} pages`);
  assert.ok(seen.size > 70, [...seen].join(' '));
  assert.deepEqual([...faults], []);
});
