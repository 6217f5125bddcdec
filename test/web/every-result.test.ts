import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { startService } from '../harness/service.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from './cases/index.ts';
import { viewers } from './cases/page-case.ts';
import { createSampleData } from './cases/sample-data.ts';
import { listOpeningTags } from './html-parser.ts';
import { type RenderedForm, readForms } from './rendered-forms.ts';
import { signIn, visibleText } from './sign-in.ts';

const all: readonly Page[] = pages;

/** Accepted forms whose page has no notice: what it says instead, and why. */
const withoutNotice: readonly { action: RegExp; words: RegExp; why: string }[] = [
  {
    action: /^\/account\/tokens$/,
    words: /Скопируйте сейчас: он показан только один раз/,
    why: 'the token stands there with what to do',
  },
  {
    action: /^\/(tasks\/calendar|settlements\/[^/]+\/calendar\/link)$/,
    words: /Он показан только сейчас/,
    why: 'the address of the calendar stands there with what to do',
  },
  {
    action: /^\/plots\/\d+\/invite\/link$/,
    words: /сработает один раз/,
    why: 'the link and its code stand there with what to do',
  },
  {
    action: /^\/plots\/\d+\/objects\/view$/,
    words: /./,
    why: 'chooses how a list is shown, and shows it so',
  },
  {
    action: /^\/settlements\/[^/]+\/board\/visits\/[^/]+\/\d+$/,
    words: /Обошли|Сказали|сказали/,
    why: 'the row of the plot says it, and the page stays at that row',
  },
  { action: /^\/notifications\/\d+\/read$/, words: /./, why: 'opens what the notification tells of' },
];

/** What somebody would write there; the rest stays as the page offers it. */
const typed: readonly [RegExp, string][] = [
  [/email/, 'somebody@example.org'],
  [/phone/, '+7 495 123-45-67'],
  [/inn/, '7736050003'],
  [/(_on|^on|day|date)$/, '2027-05-01'],
  [/url|link|site/, 'https://example.org/'],
];

function fillIn(form: RenderedForm): Record<string, string | string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form.values) fields[name] = [...(fields[name] ?? []), value];
  for (const name of form.textFields)
    if ((fields[name] ?? ['']).every((value) => value === ''))
      fields[name] = [typed.find(([pattern]) => pattern.test(name))?.[1] ?? 'Свежая вода'];
  return fields;
}

describe('every form that was accepted, without script', () => {
  for (const viewer of viewers)
    it(`ends for the ${viewer} on a page that says in words what was done`, async () => {
      // A fresh database per viewer: posted forms change what the next would find.
      const actors = await prepareOAuthTestClient(await startService());
      const names = await createSampleData(actors);
      const browser = await signIn(actors.service, viewer, 'ru');
      const forms = new Map<string, { from: string; form: RenderedForm; buttons: [string, string][] }>();
      for (const page of all.filter((each) => expectedStatus(each, viewer) === 200)) {
        if (page.access === 'moderator' && viewer !== 'moderator') continue;
        const from = pageAddress(page, names, actors);
        const { html } = await browser.get(from);
        for (const form of readForms(html, from.split('?', 1)[0] ?? ''))
          forms.set(`${form.action} ${form.id ?? ''}`, { from, form, buttons: readButtons(html, form) });
      }
      // What ends the session or the account comes last.
      const isLast = ({ form }: { form: RenderedForm }) =>
        Number(form.action === paths.logout) * 2 + Number(/delet|leave|sessions|password/.test(form.action));
      const silent: string[] = [];
      let accepted = 0;
      for (const { from, form, buttons } of [...forms.values()].sort((a, b) => isLast(a) - isLast(b))) {
        const button = buttons[0];
        const reply = await browser.post(form.action, {
          ...fillIn(form),
          ...(button && { [button[0]]: button[1] }),
        });
        // The consent to a program leads back to the program.
        if (reply.status !== 303 || !reply.location?.startsWith('/')) continue;
        accepted += 1;
        const { html } = await browser.get(reply.location);
        if (/data-notice="[^"]*"[^>]*>[\s\S]*?\p{L}/u.test(html)) continue;
        const said = withoutNotice.find(({ action }) => action.test(form.action));
        if (said?.words.test(visibleText(html))) continue;
        silent.push(`${form.action} (${from}) → ${reply.location}: ${visibleText(html).slice(0, 80)}`);
      }
      assert.ok(accepted > 3, `${accepted} of ${forms.size}`);
      assert.deepEqual(silent, []);
    });
});

/** The named buttons of the form: what they send is chosen by pressing them. */
function readButtons(html: string, form: RenderedForm): [string, string][] {
  const start = html.indexOf(`<form${form.id ? ` id="${form.id}"` : ''}`);
  const end = html.indexOf('</form>', start);
  return listOpeningTags(`<!doctype html>${html.slice(start, end)}`)
    .filter(
      ({ name, attributes }) => name === 'button' && attributes.has('name') && !attributes.has('formaction'),
    )
    .map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('value') ?? '']);
}
