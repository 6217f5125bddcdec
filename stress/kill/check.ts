import { checkEmails, checkFiles, checkJobs, listMediaFiles } from './check-leftovers.ts';
import { findOrphanProcesses } from './check-processes.ts';
import { checkRecords } from './check-records.ts';
import { withDatabase } from './database.ts';
import { advanceTime } from './due-times.ts';
import type { Ledger } from './ledger.ts';
import type { MailSink } from './mail-sink.ts';
import type { RunState } from './run-state.ts';
import type { SupervisedService } from './supervised-service.ts';

const maxShown = 10;

export interface CheckDependencies {
  service: SupervisedService;
  ledger: Ledger;
  sink: MailSink;
  state: RunState;
  /** Accounts that never read their notifications. */
  readers: readonly string[];
}

/** While the writers are paused: nothing lost or doubled, no orphan processes. Returns the number of problems. */
export async function checkDuringRun({ service, ledger, state }: CheckDependencies): Promise<number> {
  const orphans = await findOrphanProcesses(service);
  const { records, lost, doubled } = await withDatabase(service.dataDir, (sql) =>
    checkRecords(sql, ledger.entries, state.prefix),
  );
  console.log(
    `  ${ledger.entries.length} lines in the ledger, ${records} things: lost ${lost.length}, doubled ${doubled.length}; orphan processes ${orphans.length}`,
  );
  printProblems([...lost, ...doubled, ...orphans]);
  return lost.length + doubled.length + orphans.length;
}

/** At the end: also files, jobs and emails, after everything due has run. */
export async function checkAfterRun(checked: CheckDependencies): Promise<number> {
  const { service, sink, state, readers } = checked;
  let problems = await checkDuringRun(checked);
  // The first round makes the renditions of the last pictures, the second deletes their sources.
  for (let turn = 1; turn <= 2; turn += 1) await advanceTime(service);
  problems += await checkDuringRun(checked);
  await withDatabase(service.dataDir, async (sql) => {
    const { missing, unneeded } = await checkFiles(sql, await listMediaFiles(service.dataDir));
    const files = [...missing, ...unneeded];
    const jobs = await checkJobs(sql);
    const letters = await checkEmails(sql, sink.taken, readers, state.toldBefore ?? {});
    console.log(
      `  files and rows that do not match: ${files.length}; jobs stuck or given up: ${jobs.length}; ` +
        `emails ${letters.letters}, undelivered or incomplete: ${letters.problems.length}, delivered twice: ${letters.doubled}`,
    );
    printProblems([...files, ...jobs, ...letters.problems]);
    problems += files.length + jobs.length + letters.problems.length;
  });
  return problems;
}

function printProblems(problems: readonly string[]): void {
  for (const problem of problems.slice(0, maxShown)) console.log(`    ${problem}`);
  if (problems.length > maxShown) console.log(`    and ${problems.length - maxShown} more`);
}
