import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../src/base/i18n/text.ts';
import { morePage } from '../../src/entry/web/pages/more/more.tsx';
import type { Overview } from '../../src/entry/web/ui/navigation.ts';
import { findHtmlFaults } from './html-rules.ts';
import { renderPage } from './render-page.ts';

const document = (body: string) =>
  `<!doctype html><html lang="ru"><head><title>x</title></head><body><main>${body}</main></body></html>`;

describe('the rules of HTML', () => {
  for (const [name, body] of [
    ['a form inside a span', '<span><form action="/a"></form></span>'],
    ['a form inside a paragraph', '<p><form action="/a"></form></p>'],
    ['a list inside a link inside a span', '<span><a href="/a"><ul><li>x</li></ul></a></span>'],
    [
      'a list after the caption',
      '<figure><img src="/a" alt=""/><figcaption>x</figcaption><ul><li>y</li></ul></figure>',
    ],
    ['autocomplete on a checkbox', '<label><input type="checkbox" autocomplete="off"/>x</label>'],
    ['an id twice', '<p id="a">x</p><p id="a">y</p>'],
    ['landmarks of one name', '<nav aria-label="a">x</nav><nav aria-label="a">y</nav>'],
    [
      'sections of one heading',
      '<section aria-labelledby="a"><h2 id="a">x</h2></section><section aria-labelledby="b"><h2 id="b">x</h2></section>',
    ],
    ['a button in a link', '<a href="/a"><button type="button">x</button></a>'],
    ['a link in a button', '<button type="button"><a href="/a">x</a></button>'],
    [
      'a control in the label of another',
      '<label for="b"><input type="text" id="a"/>x</label><input type="text" id="b"/>',
    ],
    ['a form in a form', '<form action="/a"><div><form action="/b"></form></div></form>'],
    ['a label of nothing', '<label for="a">x</label>'],
    ['an item outside of a list', '<div><li>x</li></div>'],
    ['something else in a list', '<ul><div>x</div></ul>'],
    ['a legend that is not first', '<fieldset><p>x</p><legend>y</legend></fieldset>'],
    ['an element left open', '<div><p>x</div>'],
    [
      'a badge that is not in the name',
      '<a href="/a" aria-label="Новых: 1234"><span aria-hidden="true">99+</span></a>',
    ],
  ] as const)
    it(`find ${name}`, () => assert.notDeepEqual(findHtmlFaults(document(body)), []));

  it('find nothing in a document that follows them', () => {
    const body =
      '<figure><img src="/a" alt=""/><figcaption><p>x</p><ul><li>y</li></ul></figcaption></figure>' +
      '<form action="/a"><fieldset><legend>x</legend><label><input type="radio" name="a"/>b</label></fieldset></form>' +
      '<details><summary><h2>x</h2></summary><p>y <a href="/a">z</a></p></details>';
    assert.deepEqual(findHtmlFaults(document(body)), []);
  });

  it('find nothing in the frame of somebody for whom thousands of things wait', () => {
    const many = 12_345;
    const overview: Overview = {
      places: [{ name: 'Берёзовая роща', slug: 'roshcha' }],
      place: { name: 'Берёзовая роща', slug: 'roshcha' },
      unread: { notifications: many, messages: many },
      tasks: many,
      board: { claims: many, corrections: many, requests: many, reports: many, motions: many },
      moderation: { texts: many, verdicts: many, villages: many, companies: many, reports: many },
      isOperator: true,
      company: { id: '7', name: 'Родник', requests: many },
    };
    for (const language of languages) {
      const view = { language, overview, path: '/more', baseUrl: 'https://example.org' };
      const { html } = renderPage(morePage, { name: 'Игорь', email: 'a@example.org' }, view);
      assert.deepEqual(findHtmlFaults(html), []);
      assert.match(html, />99\+</);
    }
  });
});
