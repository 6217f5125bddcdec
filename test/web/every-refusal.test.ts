import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { ShareRefused } from '../../src/base/threads/fair-share.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { findRefusal } from '../../src/entry/transport/refusal-status.ts';
import type { Page, PageAction } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { hiddenFormFields } from '../../src/entry/web/ui/form-field-names.ts';
import { startService } from '../harness/service.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { caseOf, pageAddress } from './cases/index.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';
import { listOpeningTags } from './html-parser.ts';
import { prepareRefusal, refusalHeader } from './injected-refusals.ts';
import { listSeenTexts, type RenderedForm, readForms } from './rendered-forms.ts';
import { signIn } from './sign-in.ts';

const viewers = ['stranger', 'resident', 'neighbour', 'editor', 'moderator', 'company', 'newcomer'] as const;

const all: readonly Page[] = pages;

/** Actions whose page cannot be opened in this test. */
const unreachable: Readonly<Record<string, string>> = {
  [`${paths.announceDraft} publish`]: 'the announcement of the sample data is published already',
  [`${paths.acknowledge} acknowledge`]: 'the announcement of the sample data asks for no acknowledgement',
};

/** A form of a page, as somebody can post it. */
interface Case {
  readonly browser: Browser;
  readonly action: PageAction;
  /** The page before. */
  readonly html: string;
  readonly form: RenderedForm;
}

const keyOf = (page: Page, name: string) => `${page.path} ${name}`;

describe('every refusal of every form, without script', () => {
  it('is seen on the page that comes back, beside what was typed', async () => {
    const actors = await prepareOAuthTestClient(await startService());
    const names = await createSampleData(actors);
    const photo = await addPhotograph(actors, names);
    const rendered = new Map<string, Case[]>();
    // Posted without its form on the page, as when it has gone meanwhile.
    const bare = new Map<string, Case[]>();
    for (const viewer of viewers) {
      const browser =
        viewer === 'stranger' ? openBrowser(actors.service) : await signIn(actors.service, viewer);
      const token = readToken(
        (await browser.get(viewer === 'stranger' ? paths.register : paths.account)).html,
      );
      for (const page of all) {
        const actions = Object.entries(page.actions ?? {}).filter(
          ([name]) => !rendered.has(keyOf(page, name)),
        );
        if (actions.length === 0) continue;
        const query = page.path === paths.plotPhotos ? `?photo=${photo}` : '';
        const address = pageAddress(page, names, actors) + query;
        const { html, status } = await browser.get(address);
        if (status !== 200 && status !== 422) continue;
        const forms = readForms(html, address.split('?', 1)[0] ?? '');
        for (const [name, action] of actions) {
          const key = keyOf(page, name);
          const found = findForms(forms, action).slice(0, 2);
          if (found.length > 0)
            rendered.set(
              key,
              found.map((form) => ({ browser, action, html, form })),
            );
          const known = { ...names, photo, ...caseOf(page).names?.(names) };
          const form = { ...emptyForm, action: fillUnknown(action.path, known), values: [token] };
          if (!bare.has(key)) bare.set(key, [{ browser, action, html, form }]);
        }
      }
    }
    const every = all.flatMap((page) => Object.keys(page.actions ?? {}).map((name) => keyOf(page, name)));
    const missing = every.filter((key) => !bare.has(key));
    assert.deepEqual(missing, Object.keys(unreachable));
    const faults: string[] = [];
    for (const key of every)
      for (const each of rendered.get(key) ?? bare.get(key) ?? [])
        for (const refusal of listRefusals(each.form))
          for (const fault of await findFaults(each, refusal))
            faults.push(`${key}, form ${each.form.id}, ${refusal.about}: ${fault}`);
    assert.deepEqual(faults, []);
  });
});

const emptyForm = { id: undefined, names: new Set<string>(), textFields: new Set<string>() };

function readToken(html: string): [string, string] {
  const value = readForms(html, '')[0]?.values.find(([name]) => name === hiddenFormFields.token)?.[1];
  assert.ok(value, html.slice(0, 400));
  return [hiddenFormFields.token, value];
}

/** What the sample data has no name for is made up: nothing is performed. */
const fillUnknown = (path: string, names: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '1');

async function addPhotograph(actors: OAuthTestClient, names: SampleNames): Promise<string> {
  const resident = await signIn(actors.service, 'resident');
  const address = fillPath(paths.plotPhotos, { plot: names.plot });
  const bytes = await noise(60, 40).jpeg().toBuffer();
  await resident.submitFiles(await resident.get(address), address, {}, [{ name: 'a.jpg', bytes }]);
  const { html } = await resident.get(address);
  const photo = /[?;]photo=(\d+)/.exec(html)?.[1];
  assert.ok(photo, html.slice(0, 400));
  return photo;
}

function findForms(forms: readonly RenderedForm[], { path }: PageAction): RenderedForm[] {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);
  return forms.filter(({ action }) => pattern.test(action.split('?', 1)[0] ?? ''));
}

interface Injected {
  readonly about: string;
  readonly words: string;
  readonly error: Error;
}

/** At each of its fields, at fields that it does not have, and at none. */
function listRefusals({ names }: RenderedForm): Injected[] {
  const hidden: readonly string[] = Object.values(hiddenFormFields);
  const say = (about: string) => ({ en: `Refused because of ${about}.`, ru: `Отказано из-за ${about}.` });
  const refuseField = (field: string) => {
    const text = say(field);
    const error = new Refusal({ kind: 'invalid', text, fields: { [field]: [text] } });
    return { about: field, words: text.en, error };
  };
  const share = new ShareRefused('share');
  return [
    ...[...names].filter((name) => !hidden.includes(name)).map(refuseField),
    ...['unknown', 'nested.unknown'].map(refuseField),
    ...(['invalid', 'too_many', 'unavailable'] as const).map((kind) => {
      const text = say(kind);
      return { about: kind, words: text.en, error: new Refusal({ kind, text, retryAfter: 5 }) };
    }),
    { about: 'fair share', words: findRefusal(share)?.text.en ?? '', error: share },
  ];
}

/** Posts the form with every text field filled in, and says what is wrong with the page that comes back. */
async function findFaults(
  { browser, action, html, form }: Case,
  { error, words }: Injected,
): Promise<string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form.values) fields[name] = [...(fields[name] ?? []), value];
  const typed = [...form.textFields].filter((name) => fields[name]?.join() === '');
  for (const name of typed) fields[name] = [`Typed ${name}`];
  let reply = await browser.post(form.action, fields, { [refusalHeader]: prepareRefusal(error) });
  if (action.isButton && reply.location) reply = await browser.get(reply.location);
  if (reply.location) return [`${reply.status} to ${reply.location}`];
  const seen = listSeenTexts(reply.html).filter(({ text }) => text.includes(words));
  const elsewhere = seen.flatMap((each) =>
    each.form === undefined || each.form === form.id ? [] : each.form,
  );
  const back = readForms(reply.html, '').find(({ id }) => id === form.id);
  const lost = typed.filter((name) => !back?.values.some((pair) => pair.join() === `${name},Typed ${name}`));
  const tags = listOpeningTags(reply.html);
  const ids = new Set(tags.map(({ attributes }) => attributes.get('id')));
  const leadsNowhere = tags
    .map(({ attributes }) => attributes.get('href') ?? '')
    .filter((href) => href.startsWith('#') && !ids.has(href.slice(1)));
  return [
    ...(seen.length === 0 ? [`not seen (${reply.status})`] : []),
    ...elsewhere.map((id) => `seen at the form ${id}`),
    ...lost.map((name) => `what was typed is lost: ${name}`),
    ...leadsNowhere.map((href) => `leads nowhere: ${href}`),
    ...(readTitle(reply.html) === readTitle(html) ? [] : [`another page: ${readTitle(reply.html)}`]),
  ];
}

const readTitle = (html: string) => /<title>([^<]*)/.exec(html)?.[1]?.replace(/^Error: /, '');
