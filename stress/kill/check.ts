import { checkFiles, checkJobs, checkLetters, listFiles } from './check-leftovers.ts';
import { findOrphans } from './check-processes.ts';
import { checkThings } from './check-things.ts';
import { withDatabase } from './database.ts';
import type { Ledger } from './ledger.ts';
import type { MailSink } from './mail-sink.ts';
import { letTimePass } from './passing-time.ts';
import type { SupervisedService } from './service.ts';
import type { State } from './state.ts';

const mostShown = 10;

export interface Checked {
  service: SupervisedService;
  ledger: Ledger;
  sink: MailSink;
  state: State;
  /** Accounts that never read their notifications. */
  readers: readonly string[];
}

/** While the writers are paused: nothing lost or doubled, no orphan processes. Returns the number of problems. */
export async function checkBetween({ service, ledger, state }: Checked): Promise<number> {
  const orphans = await findOrphans(service);
  const { things, lost, doubled } = await withDatabase(service.dataDir, (sql) =>
    checkThings(sql, ledger.entries, state.prefix),
  );
  console.log(
    `  ${ledger.entries.length} lines in the ledger, ${things} things: lost ${lost.length}, doubled ${doubled.length}; orphan processes ${orphans.length}`,
  );
  show([...lost, ...doubled, ...orphans]);
  return lost.length + doubled.length + orphans.length;
}

/** At the end: also files, jobs and emails, after everything due has run. */
export async function checkAtTheEnd(checked: Checked): Promise<number> {
  const { service, sink, state, readers } = checked;
  let problems = await checkBetween(checked);
  // The first round makes the renditions of the last pictures, the second deletes their sources.
  for (let turn = 1; turn <= 2; turn += 1) await letTimePass(service);
  problems += await checkBetween(checked);
  await withDatabase(service.dataDir, async (sql) => {
    const { missing, unneeded } = await checkFiles(sql, await listFiles(service.dataDir));
    const files = [...missing, ...unneeded];
    const jobs = await checkJobs(sql);
    const letters = await checkLetters(sql, sink.taken, readers, state.toldBefore ?? {});
    console.log(
      `  files and rows that do not match: ${files.length}; jobs stuck or given up: ${jobs.length}; ` +
        `emails ${letters.letters}, undelivered or incomplete: ${letters.problems.length}, delivered twice: ${letters.doubled}`,
    );
    show([...files, ...jobs, ...letters.problems]);
    problems += files.length + jobs.length + letters.problems.length;
  });
  return problems;
}

function show(problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostShown)) console.log(`    ${problem}`);
  if (problems.length > mostShown) console.log(`    and ${problems.length - mostShown} more`);
}
