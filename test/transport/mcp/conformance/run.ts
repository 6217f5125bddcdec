/**
 * Runs the official conformance suite against this service: `run.ts <node 22>`, because the suite needs a newer Node
 * than the service. It tests the fixture in this folder in both eras, the real public server, and the real
 * authorization server. Checks known not to apply are in the baselines, with reasons; any other failure fails the
 * run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registerMcp } from '../../../../src/entry/transport/mcp/routes.ts';
import { findFreePort } from '../../../harness/free-port.ts';
import { openService } from '../../../harness/open-service.ts';
import { prepareOAuthTestClient } from '../../../oauth/oauth-test-client.ts';
import { createConformanceServer } from './tool-server.ts';

const [node] = process.argv.slice(2);
if (node === undefined) throw new Error('Give the path of the Node binary that runs the suite.');
const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const longestRun = 240_000;

const children = new Set<ChildProcess>();
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true;
    for (const child of children) child.kill('SIGKILL');
  });
}

/** Runs one command of the suite; `onLine` receives its output. */
function runSuite(args: readonly string[], onLine: (line: string) => void = () => {}): Promise<number> {
  console.log(`\n--- ${args.join(' ')}`);
  return new Promise((done, failed) => {
    const child = spawn(node as string, [suite, ...args], {
      cwd: work,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), longestRun);
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      process.stdout.write(chunk);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(timer);
      children.delete(child);
      done(code ?? 1);
    });
  });
}

const baseline = (name: string) => fileURLToPath(new URL(`./${name}.yaml`, import.meta.url));
const work = await mkdtemp(join(tmpdir(), 'settlements-conformance-'));
const { service, close } = await openService(
  {},
  { prepare: (app) => registerMcp(app.server, 'conformance', createConformanceServer(), app.kernel) },
);
const failures: string[] = [];
async function expectSuccess(args: readonly string[], onLine?: (line: string) => void): Promise<void> {
  if (stopped) throw new Error('Stopped from outside.');
  if ((await runSuite(args, onLine)) !== 0) failures.push(args.join(' '));
}

/** Every scenario, in every supported revision. */
async function tryFixture(): Promise<void> {
  for (const version of ['2026-07-28', '2025-11-25', '2025-06-18']) {
    await expectSuccess([
      ...['server', '--url', `${service.url}/mcp/conformance`, '--suite', 'all', '--spec-version', version],
      ...['--expected-failures', baseline(`fixture-${version}`)],
    ]);
  }
}

/** Scenarios that need no fixture tools, on the real public server. */
async function tryPublic(): Promise<void> {
  const always = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
  const scenarios = {
    '2026-07-28': [
      ...always,
      'server-stateless',
      'caching',
      'http-header-validation',
      'sep-2164-resource-not-found',
    ],
    '2025-11-25': [...always, 'server-initialize', 'ping', 'server-session-lifecycle'],
  };
  for (const [version, names] of Object.entries(scenarios)) {
    for (const name of names)
      await expectSuccess([
        ...['server', '--url', `${service.url}/mcp/public`, '--scenario', name, '--spec-version', version],
        ...['--expected-failures', baseline('public')],
      ]);
  }
}

/** The suite prints a URL and waits; a user signs in there and consents. */
async function tryAuthorization(): Promise<void> {
  const actors = await prepareOAuthTestClient(service);
  const person = await actors.signIn();
  const port = String(await findFreePort());
  const settings = ['--url', service.url, '--client-id', actors.clientId, '--port', port];
  await expectSuccess(['authorization', ...settings, '--resource', `${service.url}/mcp/resident`], (line) => {
    if (line.startsWith(`${service.url}/oauth/authorize?`)) void agree(line.trim());
  });
  async function agree(address: string): Promise<void> {
    const consent = await person.get(address);
    const allowed = await person.submit(consent, '/oauth/authorize', { decision: 'allow' });
    await fetch(allowed.location as string);
  }
}

try {
  await tryFixture();
  await tryPublic();
  await tryAuthorization();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await close();
  await rm(work, { recursive: true, force: true });
}
if (failures.length > 0) {
  console.error(`\nFailed:\n${failures.join('\n')}`);
  process.exitCode = 1;
}
