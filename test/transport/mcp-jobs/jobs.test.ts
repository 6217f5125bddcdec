import { after, before, describe, it } from 'node:test';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import { prepareDemo } from '../mcp/every-tool/prepare-demo.ts';
import { officialClients } from '../mcp/official-clients.ts';
import { type Assistants, createAssistants } from './assistant.ts';
import { boardJobs } from './board-jobs.ts';
import { knowledgeJobs } from './knowledge-jobs.ts';
import { neighbourJobs } from './neighbour-jobs.ts';
import { plotJobs } from './plot-jobs.ts';
import { secondReadingJobs } from './second-reading-jobs.ts';

/** Tasks that people give their assistants, done as an assistant would: by names and results alone. */
const jobs = { ...plotJobs, ...boardJobs, ...knowledgeJobs, ...neighbourJobs, ...secondReadingJobs };

const eras = ['client 1.x', 'client 2.x, newest revision'] as const;

describe('assistant tasks on the demonstration', () => {
  let stage: DemoContext;
  before(async () => {
    stage = await prepareDemo();
  });
  for (const era of eras) {
    describe(era, () => {
      let troupe: Assistants;
      const costs: string[] = [];
      before(() => {
        troupe = createAssistants(stage, officialClients[era] as (typeof officialClients)[string]);
      });
      after(async () => {
        await troupe.close();
        console.log([`${era}: job, calls, bytes read, refusals`, ...costs].join('\n'));
      });
      for (const [name, job] of Object.entries(jobs))
        it(name, async () => {
          const { settlement, plot, company } = stage;
          troupe.begin(`${name}. Village ${settlement.slug}, plot ${plot.number}, company ${company}.`);
          await job({ stage, troupe });
          const { calls, bytes, refusals } = troupe.spent;
          costs.push(`${name.padEnd(64)} ${calls} ${bytes} ${refusals}`);
        });
    });
  }
});
