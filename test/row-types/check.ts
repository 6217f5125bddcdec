import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { RecordedStatement } from './recorder.ts';
import { buildTypeChecks, type Counts, helperTypes, type Schema, type TypeCheck } from './type-checks.ts';
import { findTypedStatements, type TypedStatement } from './typed-statements.ts';

export interface Report extends Counts {
  sites: number;
  /** Typed statements that never ran. */
  unseen: string[];
  /** Statements with named columns but no declared row type. */
  untyped: string[];
  mismatches: string[];
}

/** Human-readable report; statements that never ran are listed only for a complete run. */
export function describeReport(report: Report, isWhole: boolean): string {
  const { sites, unseen, untyped, fields, withoutType, withoutNullness, mismatches } = report;
  const lines = [
    `Row types: ${sites} declared, ${sites - unseen.length} seen, ${fields} fields compared (JSON ${withoutType}; ` +
      `${withoutNullness} whose nulls only the data shows), ${mismatches.length} mismatches.`,
    ...(isWhole ? unseen.map((place) => `  never run: ${place}`) : []),
    ...untyped.map((place) => `  without a type: ${place}`),
    ...mismatches.map((mismatch) => `  wrong: ${mismatch}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A complete run that saw too few statements did not record properly. */
export function isWrong({ sites, unseen, untyped, mismatches }: Report, isWhole: boolean): boolean {
  return mismatches.length > 0 || untyped.length > 0 || (isWhole && unseen.length > sites / 10);
}

/**
 * Compares declared row types with recorded columns. The compiler does the comparison, in a copy of the sources with
 * the checks appended to each file, where its types are in scope.
 */
export function checkRowTypes(
  root: string,
  seen: readonly RecordedStatement[],
  schema: Schema,
  scratch: string,
): Report {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name));
  const sites = sources.flatMap((file) => findTypedStatements(file, readFileSync(join(root, file), 'utf8')));
  const answers = groupByStatement(root, sites, seen);
  const counts: Counts = { fields: 0, withoutType: 0, withoutNullness: 0 };
  const questions = [...answers].flatMap(([site, variants], index) =>
    buildTypeChecks(site, index, variants, schema, counts),
  );
  return {
    ...counts,
    sites: sites.length,
    unseen: sites.filter((site) => !answers.has(site)).map(({ place }) => place),
    untyped: findUntyped(root, answers, seen),
    mismatches: compileChecks(root, questions, scratch),
  };
}

/** Recorded statements per typed statement. */
function groupByStatement(
  root: string,
  sites: readonly TypedStatement[],
  seen: readonly RecordedStatement[],
): Map<TypedStatement, RecordedStatement[]> {
  const byPlace = new Map(sites.map((site) => [join(root, site.place), site]));
  const given = new Map<TypedStatement, RecordedStatement[]>();
  for (const one of seen) {
    const place = one.callers.find((caller) => byPlace.has(caller));
    const site = place && byPlace.get(place);
    if (!site) continue;
    const ofSite = given.get(site);
    if (ofSite) ofSite.push(one);
    else given.set(site, [one]);
  }
  return given;
}

/** Type OID of `void`. */
const voidType = 2278;

function findUntyped(
  root: string,
  answers: ReadonlyMap<TypedStatement, RecordedStatement[]>,
  seen: readonly RecordedStatement[],
): string[] {
  const typed = new Set([...answers.values()].flat());
  const places = seen
    .filter(
      (one) =>
        !typed.has(one) && one.columns.some(({ name, type }) => name !== '?column?' && type !== voidType),
    )
    .map(({ callers: [caller = ''] }) => relative(root, caller))
    .filter((place) => place.startsWith('src/'));
  return [...new Set(places)].sort();
}

function compileChecks(root: string, questions: readonly TypeCheck[], scratch: string): string[] {
  cpSync(join(root, 'src'), join(scratch, 'src'), { recursive: true });
  writeFileSync(join(scratch, 'vocabulary.d.ts'), helperTypes);
  const asked = new Map<string, TypeCheck>();
  const files = [...new Set(questions.map(({ site }) => site.file))];
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const question of questions.filter(({ site }) => site.file === file)) {
      lines.push(question.line);
      asked.set(`${file}:${lines.length}`, question);
    }
    writeFileSync(join(scratch, file), lines.join('\n'));
  }
  const project = {
    extends: relative(scratch, join(root, 'tsconfig.json')),
    compilerOptions: { incremental: false, tsBuildInfoFile: null, noUnusedLocals: false },
    include: ['vocabulary.d.ts', ...files],
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(project));
  return [...new Set(runCompiler(scratch).map((error) => translateError(error, asked)))];
}

function runCompiler(scratch: string): string[] {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin/tsc'), '-p', 'tsconfig.json', '--pretty', 'false'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });
  const errors = stdout.split('\n').filter((line) => /^\S/.test(line));
  if (status !== 0 && errors.length === 0) throw new Error(`The compiler ended with ${status}.`);
  return errors;
}

/** Translates a compiler error to the message of its check. */
function translateError(error: string, asked: ReadonlyMap<string, TypeCheck>): string {
  const [, file, line, message = ''] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(error) ?? [];
  const question = asked.get(`${file}:${line}`);
  if (!question) return error;
  const declared = /is not assignable to type '(.*)'\.$/.exec(message)?.[1] ?? message;
  return `${question.site.place} ${question.site.type}: ${question.message} (${declared})`;
}
