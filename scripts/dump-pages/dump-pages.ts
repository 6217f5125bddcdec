/**
 * `npm run pages:dump -- FOLDER`: every page as everybody who may ask for it, in both languages, as files to compare
 * before and after a change with `diff -r`. Two runs on the same tree give the same files.
 *   pages/en/resident/settlements-settlement.html    on the sample data of the page tests, refused ones too
 *   forms/…       what each form of these pages responds when it is posted with its hidden fields only
 *   demo/…        the pages of the demonstration, found through their links
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Language, languages } from '../../src/base/i18n/text.ts';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { hiddenFormFields } from '../../src/entry/web/ui/form-field-names.ts';
import { findCluster } from '../../test/harness/cluster.ts';
import { openDemoService } from '../../test/harness/open-demo.ts';
import { openService, type TestService } from '../../test/harness/open-service.ts';
import { replaceDate } from '../../test/harness/process-date.ts';
import { type Browser, openBrowser, type Page as Reply } from '../../test/oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../../test/oauth/oauth-test-client.ts';
import { pageAddress } from '../../test/web/cases/index.ts';
import { type Viewer, viewers } from '../../test/web/cases/page-case.ts';
import { createSampleData, type SampleNames } from '../../test/web/cases/sample-data.ts';
import { walkDemo } from '../../test/web/demo-pages.ts';
import { type PostedForm, readForms } from '../../test/web/posted-forms.ts';
import { signIn } from '../../test/web/sign-in.ts';
import { normaliseHtml, normaliseText, type RunValues } from './normalise.ts';

/** Data is written in the minute that starts here; pages are shown an hour after it, where time stands still. */
const dataMoment = Date.UTC(2026, 5, 15, 9, 0);
const hour = 3_600_000;
const dumpedHeaders = ['location', 'content-type', 'content-security-policy', 'cache-control'];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run pages:dump -- FOLDER');
const present = await readdir(folder).catch(() => []);
if (present.length > 0) throw new Error(`${folder} is not empty.`);

const written = new Set<string>();
const all = (pages as readonly Page[]).toSorted((one, other) => compare(one.path, other.path));
const date = replaceDate(dataMoment);
// Held, so that the database server runs until the end.
const cluster = await findCluster();
try {
  for (const language of languages)
    for (const viewer of [null, ...viewers]) await dumpSamplePages(language, viewer);
  await dumpDemo();
} finally {
  await cluster.stop();
}
console.log(`${written.size} files are in ${folder}`);

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** On a database of its own: posted forms change what the next viewer would see. */
async function dumpSamplePages(language: Language, viewer: Viewer | null): Promise<void> {
  startWriting();
  const { service, close } = await openService();
  try {
    const actors = await prepareOAuthTestClient(service);
    const names = await createSampleData(actors);
    stopTime(service);
    const values = { url: service.url, names: listNames(actors, names) };
    const browser = viewer
      ? await signIn(service, viewer, language)
      : openBrowser(service, service.url, language);
    const place = join(language, viewer ?? 'stranger');
    const forms = new Map<string, PostedForm>();
    for (const page of all) {
      const address = pageAddress(page, names, actors);
      const reply = await browser.get(address);
      await write(join('pages', place), page.path, describe(`GET ${address}`, reply, values));
      for (const form of readForms(reply.html)) forms.set(identify(form), form);
    }
    await dumpForms(join('forms', place), browser, [...forms.values()], values);
  } finally {
    await close();
  }
}

/**
 * Forms of buttons alone change something when they are posted as they stand: they come after those that are refused,
 * and signing out comes last.
 */
async function dumpForms(
  place: string,
  browser: Browser,
  forms: readonly PostedForm[],
  values: RunValues,
): Promise<void> {
  const rank = ({ action, hasControls }: PostedForm) => (action === paths.logout ? 2 : hasControls ? 0 : 1);
  const named = forms.map((form) => ({ form, name: normaliseText(form.action, values) }));
  named.sort((one, other) => rank(one.form) - rank(other.form) || compare(one.name, other.name));
  for (const { form, name } of named) {
    const reply = await browser.post(form.action, form.fields);
    const shown = [describe(`POST ${form.action}`, reply, values)];
    // With the notice that tells what was done.
    if (reply.location?.startsWith('/'))
      shown.push(describe(`GET ${reply.location}`, await browser.get(reply.location), values));
    await write(place, name, shown.join('\n'));
  }
}

async function dumpDemo(): Promise<void> {
  startWriting();
  const { service, access, close } = await openDemoService();
  try {
    stopTime(service);
    const values = { url: service.url, names: new Map<string, string>() };
    for (const language of languages)
      for await (const { walker, path, address, html } of walkDemo(service, access.accounts, {
        each: 1,
        language,
      }))
        await write(
          join('demo', language, walker ?? 'stranger'),
          address.includes('?') ? `${path} query` : path,
          normaliseHtml(`GET ${address}\n${html}`, values),
        );
  } finally {
    await close();
  }
}

/** Times differ, so that lists have an order. */
function startWriting(): void {
  Object.assign(date, { moment: dataMoment, step: 1 });
}

function stopTime({ clock }: TestService): void {
  if (date.moment >= dataMoment + 60_000) throw new Error('Writing the data took more than its minute.');
  Object.assign(date, { moment: dataMoment, step: 0 });
  clock.offset = hour;
}

/** The same form stands on many pages, such as signing out. */
function identify({ action, fields }: PostedForm): string {
  const { [hiddenFormFields.token]: _token, [hiddenFormFields.key]: _key, ...own } = fields;
  return JSON.stringify([action, own]);
}

function listNames({ village }: OAuthTestClient, names: SampleNames): Map<string, string> {
  const accounts = Object.entries(village.accounts).map(([name, id]) => [id, `account of ${name}`] as const);
  return new Map([...Object.entries(names).map(([name, id]) => [id, name] as const), ...accounts]);
}

function describe(request: string, { status, headers, html }: Reply, values: RunValues): string {
  const lines = dumpedHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : `${name}: ${value}`;
  });
  return normaliseHtml([request, status, ...lines, html].join('\n'), values);
}

async function write(place: string, path: string, text: string): Promise<void> {
  const name = path.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '') || 'home';
  let file = join(folder as string, place, `${name}.html`);
  for (let count = 2; written.has(file); count += 1)
    file = join(folder as string, place, `${name}-${count}.html`);
  written.add(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
