/**
 * npm run campaign -- NAME [--options]: rough use of a service that the command starts itself, on this machine, and
 * ends again. Nothing else is ever addressed.
 */
import { parseArgs } from 'node:util';
import type { Campaign } from './campaign.ts';
import { kill } from './kill.ts';

const campaigns: readonly Campaign[] = [
  //
  kill,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    times: { type: 'string', default: '20' },
    folder: { type: 'string', default: '' },
  },
});

function readNumber(name: 'seed' | 'times', least = 0): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name} must be a whole number from ${least}.`);
  process.exit(2);
}

function explain(): void {
  console.log('npm run campaign -- NAME [--seed N] [--times N] [--folder PATH]\n');
  for (const { name, summary } of campaigns) console.log(`  ${name.padEnd(12)}${summary}`);
}

const wanted = campaigns.find(({ name }) => name === positionals[0]);
if (values.help || positionals.length === 0) explain();
else if (wanted === undefined || positionals.length > 1) {
  console.error(`There is no campaign ${positionals.join(' ')}.`);
  explain();
  process.exitCode = 2;
} else {
  const options = { seed: readNumber('seed'), times: readNumber('times', 1), folder: values.folder };
  if (!(await wanted.run(options))) process.exitCode = 1;
}
