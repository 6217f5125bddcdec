import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Language, languages } from '../../../src/base/i18n/text.ts';
import { repository } from '../../harness/source-tree.ts';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import { prepareDemo } from '../mcp/every-tool/prepare-demo.ts';
import { officialClients } from '../mcp/official-clients.ts';
import { type Assistants, createAssistants } from './assistant.ts';
import { twentyJobs } from './twenty-jobs.ts';

interface Cost {
  calls: number;
  bytes: number;
}

/**
 * What each job costs, as committed. Calls are compared exactly; bytes within a quarter and 400, because moments, names
 * and readings of the demonstration differ from day to day. UPDATE_JOB_COSTS=1 writes the file anew.
 */
const file = join(repository, 'test/transport/mcp-jobs/job-costs.json');
const committed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<Language, Cost>>;
const isUpdating = process.env.UPDATE_JOB_COSTS === '1';

/** Each language with the client of another protocol era. */
const clientOf: Record<Language, string> = { en: 'client 1.x', ru: 'client 2.x, newest revision' };

describe('twenty jobs of an assistant that knows only what the protocol tells it', () => {
  let stage: DemoContext;
  const measured: Record<string, Partial<Record<Language, Cost>>> = {};
  before(async () => {
    stage = await prepareDemo();
  });
  after(() => {
    if (isUpdating) writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  });

  it('are twenty, and each has its committed cost', () => {
    assert.equal(twentyJobs.length, 20);
    if (!isUpdating)
      assert.deepEqual(
        Object.keys(committed),
        twentyJobs.map(({ name }) => name),
      );
  });

  for (const language of languages)
    describe(`${language}, ${clientOf[language]}`, () => {
      let assistants: Assistants;
      before(() => {
        const connect = officialClients[clientOf[language]];
        assert.ok(connect);
        assistants = createAssistants(stage, connect, language);
      });
      after(() => assistants.close());
      for (const { name, who, audience, said, work } of twentyJobs)
        it(name, async () => {
          const [, words = ''] = /[“«](.+?)[”»]/.exec(said[language]) ?? [];
          assistants.begin(said[language]);
          await work(assistants.assistant(who, audience), { words, fresh: stage.fresh() });
          const { calls, bytes } = assistants.spent;
          measured[name] = { ...measured[name], [language]: { calls, bytes } };
          if (isUpdating) return;
          const before = committed[name]?.[language];
          assert.ok(before, 'has no committed cost');
          assert.equal(calls, before.calls, 'calls');
          const slack = before.bytes / 4 + 400;
          assert.ok(Math.abs(bytes - before.bytes) <= slack, `${bytes} bytes, committed ${before.bytes}`);
        });
    });
});
