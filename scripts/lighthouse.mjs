/**
 * Runs Lighthouse on pages of the demo as a slow phone sees them, on demand: not part of the tests, as its figures
 * depend on the machine. Node 22 and Lighthouse are fetched from the package registry into a temporary folder.
 *   npm run lighthouse
 *   npm run lighthouse -- map plots     only screens whose address contains one of these words
 * CHROMIUM is the path of the browser; /usr/bin/chromium by default.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { root } from './compile.mjs';

const run = promisify(execFile);
const least = { performance: 95, accessibility: 100 };
const most = { 'largest-contentful-paint': 2500, 'cumulative-layout-shift': 0.01 };
const words = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const folder = await mkdtemp(join(tmpdir(), 'settlements-lighthouse-'));
let service;
try {
  const node = (await run('bash', ['.ci/fetch-node', '22', folder], { cwd: root })).stdout.trim();
  const { base, access } = await startDemonstration();
  const cookie = await signIn(base, access.accounts.resident);
  const settlement = `/settlements/${access.settlement.slug}`;
  const { articles } = await (await fetch(`${base}/api/v1/knowledge/articles`)).json();
  const today = await (await fetch(`${base}/today`, { headers: { cookie } })).text();
  const [plot] = /\/plots\/\d+/.exec(today);
  const screens = [
    ['/', null],
    ['/login', null],
    [settlement, null],
    ['/knowledge', null],
    [`/knowledge/${articles[0].slug}`, null],
    [await findArticleWithFigure(base, articles), null],
    [`${settlement}/map`, null],
    [`${settlement}/directory`, null],
    ['/today', cookie],
    [plot, cookie],
    [`${plot}/plan`, cookie],
    [`${settlement}/map`, cookie],
    [`${settlement}/articles`, cookie],
    [await findArticleWithFigure(base, articles), cookie],
    ['/messages', cookie],
    ['/notifications', cookie],
    ['/more', cookie],
    ['/account/interface', cookie],
    [`/search?q=${encodeURIComponent('насос')}`, cookie],
  ];
  console.log(`${'screen'.padEnd(50)} perf a11y   LCP ms  TBT ms    CLS    KiB`);
  for (const [path, signed] of screens)
    if (words.length === 0 || words.some((word) => path.includes(word)))
      await judge(node, base, path, signed);
} finally {
  if (service) {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}

async function startDemonstration() {
  const port = await findPort();
  const base = `http://127.0.0.1:${port}`;
  const data = join(folder, 'data');
  const limits = 'page_account=10000,page_public=10000,costly=1000';
  const env = {
    ...process.env,
    DATA_DIR: data,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: limits,
    DEMO: 'on',
  };
  service = spawn(process.execPath, ['bin/settlements.js', 'serve'], { cwd: root, env, stdio: 'ignore' });
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 1000 || service.exitCode !== null) throw new Error('The service did not start.');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return { base, access: JSON.parse(await readFile(join(data, 'demo-access.json'), 'utf8')) };
}

function findPort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function findArticleWithFigure(base, articles) {
  for (const { slug } of articles) {
    const page = await (await fetch(`${base}/knowledge/${slug}`)).text();
    if (page.includes('<figure')) return `/knowledge/${slug}`;
  }
  throw new Error('No article has a figure.');
}

/** Signs in and returns the cookies. */
async function signIn(base, { email, password }) {
  const cookies = new Map();
  const keep = (answer) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair] = cookie.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
  };
  const header = () => [...cookies.values()].join('; ');
  const page = await fetch(`${base}/login`);
  keep(page);
  const hidden = [...(await page.text()).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const body = new URLSearchParams({
    ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
    email,
    password,
  });
  const done = await fetch(`${base}/login`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { cookie: header() },
  });
  if (done.status !== 303) throw new Error(`Signing in answered ${done.status}.`);
  keep(done);
  return header();
}

async function judge(node, base, path, cookie) {
  const report = await audit(node, base, path, cookie);
  const { categories, audits, finalDisplayedUrl } = report;
  if (finalDisplayedUrl !== base + path) throw new Error(`${path} led to ${finalDisplayedUrl}.`);
  const scores = Object.keys(least).map((name) => [name, Math.round(categories[name].score * 100)]);
  const number = (name) => Math.round(audits[name]?.numericValue ?? 0);
  const kib = Math.round(number('total-byte-weight') / 1024);
  const low = [
    ...scores.filter(([name, score]) => score < least[name]).map(([name]) => `${name} is low`),
    ...Object.keys(most)
      .filter((name) => audits[name].numericValue > most[name])
      .map((name) => `${name} is high`),
  ];
  if (low.length > 0) process.exitCode = 1;
  const columns = [
    ...scores.map(([, score]) => String(score).padStart(4)),
    String(number('largest-contentful-paint')).padStart(8),
    String(number('total-blocking-time')).padStart(7),
    audits['cumulative-layout-shift'].numericValue.toFixed(3).padStart(6),
    String(kib).padStart(6),
    ...low,
  ];
  const screen = decodeURIComponent(path).slice(0, 48).padEnd(48);
  console.log(`${cookie ? '+' : ' '} ${screen} ${columns.join(' ')}`);
}

/** Three times, as Lighthouse now and then loses the beginning of the load (NO_NAVSTART). */
async function audit(node, base, path, cookie) {
  for (let tries = 1; ; tries += 1) {
    const port = await findPort();
    const browser = await openBrowser(base, port, cookie);
    try {
      return await runLighthouse(node, base + path, port);
    } catch (error) {
      if (tries === 3) throw error;
    } finally {
      await browser.close();
    }
  }
}

/**
 * Its cache is empty. The cookies are its own: in a header that Lighthouse adds they miss what scripts fetch, and a page
 * that finds itself signed out loads anew.
 */
async function openBrowser(base, port, cookie) {
  const browser = await chromium.launchPersistentContext(await mkdtemp(join(folder, 'profile-')), {
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  });
  const cookies = (cookie ?? '').split('; ').filter(Boolean);
  await browser.addCookies(
    cookies.map((each) => {
      const [, name, value] = /^([^=]*)=(.*)$/.exec(each);
      return { name, value, url: base };
    }),
  );
  return browser;
}

async function runLighthouse(node, url, port) {
  const options = [
    '--yes',
    'lighthouse@13',
    url,
    '--quiet',
    '--output=json',
    '--only-categories=performance,accessibility',
    `--port=${port}`,
    '--disable-storage-reset',
  ];
  const env = {
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH}`,
    npm_config_cache: join(folder, 'npm'),
  };
  const { stdout } = await run('npx', options, { cwd: folder, env, maxBuffer: 64 << 20, timeout: 600_000 });
  return JSON.parse(stdout);
}
