/**
 * npm run stress -- NAME [--options]: a stress test of a service that the command starts on this machine and stops
 * again. No other service is contacted.
 */
import { parseArgs } from 'node:util';
import { bodies } from './bodies.ts';
import { cluster } from './cluster.ts';
import { growingPages } from './growing-pages.ts';
import { jobs } from './jobs.ts';
import { kill } from './kill.ts';
import { map } from './map.ts';
import { mcp } from './mcp.ts';
import { model } from './model.ts';
import { mutants } from './mutants.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { pages } from './pages.ts';
import { reach } from './reach.ts';
import { requests } from './requests.ts';
import { statements } from './statements.ts';
import type { StressTest } from './stress-test.ts';

const stressTests: readonly StressTest[] = [
  //
  requests,
  pages,
  mcp,
  bodies,
  growingPages,
  kill,
  cluster,
  map,
  jobs,
  noisyNeighbour,
  reach,
  statements,
  mutants,
  model,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    count: { type: 'string', default: '20000' },
    skip: { type: 'string', default: '0' },
    connections: { type: 'string', default: '6' },
    slowest: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
    short: { type: 'boolean', default: false },
    unlimited: { type: 'boolean', default: false },
    service: { type: 'string', default: '' },
    previous: { type: 'string', default: '' },
    busy: { type: 'boolean', default: false },
    folder: { type: 'string', default: '' },
    backups: { type: 'boolean', default: false },
    ways: { type: 'string', default: '' },
  },
});

type NumberOption = 'seed' | 'count' | 'skip' | 'connections' | 'slowest' | 'times' | 'minutes' | 'seconds';

function readNumber(name: NumberOption, least = 0): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name} must be a whole number from ${least}.`);
  process.exit(2);
}

function printHelp(): void {
  console.log('npm run stress -- NAME [--seed N]');
  console.log('  requests, pages, mcp: [--count N] [--skip N] [--connections N] [--slowest N]');
  console.log(
    '  bodies, growing-pages, map, reach: [--only PART]; statements: [--only PART] [--ways WAY,WAY]; mutants: [--count N] [--minutes N] [--only PART or FILE]; model: [--minutes N]; kill: [--times N] [--backups] [--folder PATH]; cluster: [--minutes N] [--busy] [--previous COMMIT]',
  );
  console.log(
    '  noisy-neighbour: [--seconds N] [--count N] [--only PART] [--short] [--unlimited] [--busy] [--service DIR]\n',
  );
  for (const { name, summary } of stressTests) console.log(`  ${name.padEnd(17)}${summary}`);
  console.log('\nThe same seed gives the same requests. docs/stress-tests.md explains the figures.');
}

const wanted = stressTests.find(({ name }) => name === positionals[0]);
if (values.help || positionals.length === 0) printHelp();
else if (wanted === undefined || positionals.length > 1) {
  console.error(`Unknown stress test: ${positionals.join(' ')}.`);
  printHelp();
  process.exitCode = 2;
} else {
  const isGood = await wanted.run({
    seed: readNumber('seed'),
    count: readNumber('count', 1),
    skip: readNumber('skip'),
    connections: readNumber('connections', 1),
    slowest: readNumber('slowest'),
    only: values.only,
    times: readNumber('times', 1),
    minutes: readNumber('minutes', 1),
    seconds: readNumber('seconds', 1),
    short: values.short,
    unlimited: values.unlimited,
    service: values.service,
    busy: values.busy,
    previous: values.previous,
    folder: values.folder,
    backups: values.backups,
    ways: values.ways,
  });
  if (!isGood) process.exitCode = 1;
}
