import type { Pool } from '../src/base/db/connect.ts';
import type { FaultCase } from './statements/fault-case.ts';
import { type Way, ways } from './statements/faults.ts';
import { stages } from './statements/stages.ts';
import { type CaseReport, tryCase } from './statements/try-case.ts';
import type { StressTest } from './stress-test.ts';

export const statements: StressTest = {
  name: 'statements',
  summary: 'Every statement of every operation, action, page and job fails in every way (--only, --ways).',
  async run({ only, ways: wanted }) {
    const chosen = (Object.keys(ways) as Way[]).filter(
      (way) => wanted === '' || wanted.split(',').includes(way),
    );
    const names = only.split(',');
    const wantsPart = (part: string) => names.some((name) => mayHave(name, part));
    const wantsCall = (call: string) => names.some((name) => call.includes(name));
    const reports: CaseReport[] = [];
    for (const [part, open] of Object.entries(stages).filter(([part]) => wantsPart(part))) {
      const { cases, watch, close } = await open();
      try {
        for (const each of cases.filter(({ name }) => wantsCall(`${part} ${name}`)))
          reports.push(await tryAndTell(each, chosen, watch));
      } finally {
        await close();
      }
    }
    const sum = (of: (report: CaseReport) => number) => reports.reduce((total, each) => total + of(each), 0);
    const found = sum(({ divergences }) => divergences.length);
    console.log(
      `\n${reports.length} calls, ${sum((each) => each.statements)} statements, ${chosen.length} ways: ` +
        `${sum(({ runs }) => runs)} runs, ${found} divergences.`,
    );
    return found === 0;
  },
};

/** “actions add_plots” opens no other stage than that of actions. */
function mayHave(name: string, part: string): boolean {
  const [first = ''] = name.split(' ');
  return first === part || !Object.keys(stages).includes(first);
}

async function tryAndTell(each: FaultCase, chosen: readonly Way[], watch: Pool): Promise<CaseReport> {
  const { name } = each;
  const report = await tryCase(each, chosen, watch).catch(
    (error: Error): CaseReport => ({
      name,
      statements: 0,
      runs: 0,
      divergences: [`${name}: ${error.stack}`],
    }),
  );
  console.log(`${name}: ${report.statements} statements, ${report.runs} runs`);
  for (const line of report.divergences) console.log(`  ${line}`);
  return report;
}
