import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as queueTexts } from '../../src/entry/web/pages/moderation/revision-queue.tsx';
import { texts } from '../../src/entry/web/pages/moderation/revision-review.tsx';
import { texts as partTexts } from '../../src/entry/web/pages/moderation/revision-review-parts.tsx';
import { startService } from '../harness/service.ts';
import type { Browser, Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { readFields } from './form-submission.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('moderation of knowledge-base revisions without script', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const clients = () => actors.village.clients;
  let count = 0;
  const handIn = async (more = 'Труба карочки падает.') => {
    count += 1;
    const article = await clients().moderator.write_knowledge_article({
      title: `Дренаж ${count}`,
      body: 'Вода уходит по трубам.',
      publish: true,
    });
    const edited = await clients().neighbour.edit_knowledge_article({
      article: article.id,
      body: `${article.body}\n\n${more}`,
      note: 'про трубу',
    });
    return { article, revision: edited.revision_id, body: edited.body };
  };
  const at = (revision: string) => fillPath(paths.moderationText, { revision });
  const open = () => signIn(actors.service, 'moderator', 'ru');
  const decide = (browser: Browser, page: Page, revision: string, fields: Record<string, string>) =>
    browser.submit(page, at(revision), fields);
  const shown = async (article: string) => actors.village.anonymous.show_knowledge_article({ article });

  it('lists pending revisions oldest first, outdated ones separately, with a link in the menu', async () => {
    const first = await handIn();
    const second = await handIn();
    const outdated = await handIn();
    await clients().moderator.edit_knowledge_article({ article: outdated.article.id, body: 'Иначе.' });
    const browser = await open();
    const { html } = await browser.get(paths.moderationTexts);
    const words = visibleText(html.slice(html.indexOf('data-region="texts"')));
    const places = [first, second].map(({ article }) => words.indexOf(article.title));
    assert.ok((places[0] ?? -1) >= 0 && (places[0] ?? 0) < (places[1] ?? 0), words);
    assert.ok(words.indexOf(queueTexts.outdated.ru) > (places[1] ?? 0));
    assert.ok(words.indexOf(outdated.article.title) > words.indexOf(queueTexts.outdated.ru));
    assert.match((await browser.get(paths.more)).html, /href="\/moderation\/texts"/);
    const page = await browser.get(at(outdated.revision));
    assert.ok(visibleText(page.html).includes(partTexts.outdatedWhy.ru));
    for (const { article, revision } of [first, second, outdated])
      await clients().moderator.reject_knowledge_revision({ article: article.id, revision, reason: 'Проба' });
    assert.match(visibleText((await browser.get(paths.moderationTexts)).html), /Ничего не ждёт/);
  });

  it('pages through a long queue', async () => {
    const { article } = await handIn();
    const { db, newId } = actors.service;
    const base = (await shown(article.id)).revision_id ?? null;
    for (let index = 0; index < 35; index += 1) {
      const account = newId();
      await db`insert into account (id, email, email_key, display_name, created_at)
               values (${account}, ${`${index}@m`}, ${`${index}@m`}, 'M', now())`;
      await db`insert into knowledge_revision (id, article_id, author_id, state, base_revision_id, title, body, excerpt, created_at)
               values (${newId()}, ${article.id}, ${account}, 'waiting', ${base}, ${`Очередь ${index}`}, 'Q', 'Q', now())`;
    }
    const browser = await open();
    const { html } = await browser.get(paths.moderationTexts);
    const next =
      /href="(\/moderation\/texts\?waiting=[^"#]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const further = visibleText((await browser.get(next)).html);
    assert.match(further, /Очередь 34/);
    assert.doesNotMatch(further, /Очередь 0 /);
    await db`delete from knowledge_revision where title like 'Очередь%'`;
  });

  it('shows the word diff with diagrams before and after, and approves', async () => {
    const old = '```mermaid\nflowchart TD\n  a[Дом] --> b[Яма]\n```';
    const article = await clients().moderator.write_knowledge_article({
      title: 'Стоки',
      body: `Текст.\n\n${old}`,
      publish: true,
    });
    const { revision_id: revision } = await clients().neighbour.edit_knowledge_article({
      article: article.id,
      body: `Новый текст.\n\n${old.replace('Яма', 'Септик')}`,
      note: 'Яма запрещена',
    });
    const browser = await open();
    const page = await browser.get(at(revision));
    const words = visibleText(page.html);
    assert.match(words, /Neighbour Ivanova/);
    assert.match(words, /Яма запрещена/);
    assert.match(page.html, /<ins>[\s\S]*?Новый/);
    assert.equal(page.html.split('src="data:image/svg+xml;base64,').length - 1, 2, 'before and after');
    const whole = await browser.get(`${at(revision)}?view=whole`);
    assert.match(whole.html, /<div class="prose">/);
    const done = await decide(browser, page, revision, { decision: 'accept' });
    assert.equal(done.location, paths.moderationTexts);
    assert.ok(visibleText((await browser.get(paths.moderationTexts)).html).includes(texts.accepted.ru));
    assert.match((await shown(article.id)).body, /Септик/);
  });

  it('rejects only with a reason, and notifies the author', async () => {
    const { revision } = await handIn();
    const browser = await open();
    const page = await browser.get(at(revision));
    const without = await decide(browser, page, revision, { decision: 'refuse' });
    assert.equal(without.status, 422);
    assert.match(without.html, /<details class="fold-box" open/);
    const chip = /name="reason_choice" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const done = await decide(browser, without, revision, { decision: 'refuse', reason_choice: chip });
    assert.equal(done.location, paths.moderationTexts);
    const author = await signIn(actors.service, 'neighbour', 'ru');
    const told = await author.get(`${paths.myEdits}?state=rejected`);
    assert.ok(visibleText(told.html).includes(chip), 'the author reads the reason');
    const { notifications } = await clients().neighbour.list_notifications({});
    assert.equal(notifications[0]?.url, `${paths.myEdits}?state=rejected`);
  });

  it('approves with the moderator’s own correction, recorded as such', async () => {
    const { article, revision, body } = await handIn();
    const browser = await open();
    const plain = await browser.get(at(revision));
    assert.doesNotMatch(
      plain.html,
      /<textarea[^>]*name="body"/,
      'the whole text comes only when it is wanted',
    );
    const page = await browser.get(`${at(revision)}?correct=1`);
    assert.equal(new Map(readFields(page.html, 'decide')).get('body'), body);
    const broken = await decide(browser, page, revision, {
      decision: 'accept',
      title: article.title,
      body: `${body}\n\n\`\`\`mermaid\nflowchart нет(\n\`\`\``,
    });
    assert.equal(broken.status, 422);
    assert.match(visibleText(broken.html), /Строка \d+/);
    assert.match(broken.html, /<textarea[^>]*name="body"/, 'what was typed is still there');
    const right = body.replace('карочки ', '');
    const done = await decide(browser, page, revision, {
      decision: 'accept',
      title: article.title,
      body: right.replaceAll('\n', '\r\n'),
    });
    assert.equal(done.location, paths.moderationTexts);
    assert.equal((await shown(article.id)).body, right);
    const { revisions } = await clients().moderator.list_knowledge_revisions({ article: article.id });
    assert.equal(revisions[0]?.corrected_by?.name, 'Moderator I.');
    const audited = await actors.service.db<{ corrected: string }[]>`
      select after->>'corrected' as corrected from audit_entry
       where action = 'approve_knowledge_revision' and subject_id = ${revision}`;
    assert.deepEqual(audited, [{ corrected: revisions[0]?.id }], 'it is in the audit');
    const after = visibleText((await browser.get(at(revision))).html);
    assert.ok(after.includes(partTexts.isCorrected.ru) && after.includes('Moderator I.'), after);
    const author = await signIn(actors.service, 'neighbour', 'ru');
    assert.match(
      visibleText((await author.get(`${paths.myEdits}?state=approved`)).html),
      /поправлено при проверке: Moderator I\./,
    );
  });

  it('lets only one of two concurrent decisions win, and shows it to the second moderator', async () => {
    const pairs = [
      [{ decision: 'accept' }, { decision: 'accept' }],
      [{ decision: 'accept' }, { decision: 'refuse', reason: 'Сыро' }],
      [
        { decision: 'refuse', reason: 'Рано' },
        { decision: 'refuse', reason: 'Поздно' },
      ],
    ] as const;
    for (const pair of pairs) {
      const { article, revision } = await handIn();
      const browsers = await Promise.all([open(), open()]);
      const seen = await Promise.all(browsers.map((browser) => browser.get(at(revision))));
      const done = await Promise.all(
        browsers.map((browser, index) =>
          decide(browser, seen[index] as Page, revision, pair[index] as Record<string, string>),
        ),
      );
      const places = done.map(({ location }) => location);
      assert.deepEqual([...places].sort(), [paths.moderationTexts, at(revision)].sort());
      const second = places.indexOf(at(revision));
      const told = visibleText((await browsers[second]?.get(at(revision)))?.html ?? '');
      assert.match(told, /Уже решено: .* Кто решил: вы, сегодня .* Ваш выбор не записан\./);
      const { data } = await clients().moderator.show_knowledge_revision({ article: article.id, revision });
      assert.ok(told.includes((data.state === 'approved' ? partTexts.isAccepted : partTexts.isReturned).ru));
      assert.ok(told.includes('Moderator I.'), 'by whom');
      if (data.reject_reason) assert.ok(told.includes(data.reject_reason));
    }
  });

  it('refuses an approval when another revision was approved meanwhile, and shows the new diff', async () => {
    const { article, revision } = await handIn();
    const other = await clients().resident.edit_knowledge_article({
      article: article.id,
      body: 'Другой текст.',
    });
    const browser = await open();
    const page = await browser.get(at(revision));
    await clients().moderator.approve_knowledge_revision({
      article: article.id,
      revision: other.revision_id,
    });
    const refused = await decide(browser, page, revision, { decision: 'accept' });
    assert.equal(refused.status, 422);
    assert.ok(visibleText(refused.html).includes(texts.moved.ru));
    assert.match(refused.html, /<del>[\s\S]*?Другой/, 'compared with what stands there now');
    assert.equal((await shown(article.id)).body, 'Другой текст.');
    const bar = refused.html.slice(refused.html.indexOf('class="action-bar"'));
    assert.match(bar, /^[^<]*<p[^>]*>[\s\S]*?<button[^>]*value="join"/, 'joining both is the first choice');
    assert.doesNotMatch(bar, /value="accept"/);
    const asked = await decide(browser, refused, revision, { decision: 'accept' });
    assert.equal(asked.status, 200, 'replacing asks first');
    assert.match(visibleText(asked.html), new RegExp(`${partTexts.lost.ru}.*Resident I\\..*Другой`));
    assert.equal((await shown(article.id)).body, 'Другой текст.', 'nothing is replaced by asking');
    const done = await decide(browser, asked, revision, { decision: 'accept' });
    assert.equal(done.location, paths.moderationTexts);
    assert.match((await shown(article.id)).body, /карочки/);
  });

  it('asks also before a moderator’s own correction of an edit in conflict replaces a newer text', async () => {
    const { article, revision, body } = await handIn();
    await clients().moderator.edit_knowledge_article({ article: article.id, body: 'Другой текст.' });
    const browser = await open();
    const page = await browser.get(`${at(revision)}?correct=1`);
    const typed = { decision: 'accept', title: article.title, body: `${body} Точка.` };
    const asked = await decide(browser, page, revision, typed);
    assert.ok(visibleText(asked.html).includes(partTexts.lost.ru));
    assert.equal(new Map(readFields(asked.html, 'decide')).get('body'), typed.body, 'what was typed');
    assert.equal((await shown(article.id)).body, 'Другой текст.');
    const done = await decide(browser, asked, revision, typed);
    assert.equal(done.location, paths.moderationTexts);
  });

  it('joins two edits: first shows the joined text, then accepts exactly that', async () => {
    const { article, revision } = await handIn('Труба лежит с уклоном.');
    const base = (await shown(article.id)).revision_id;
    const meanwhile = await clients().resident.edit_knowledge_article({
      article: article.id,
      base_revision_id: base,
      body: `Сначала копают канаву.\n\n${article.body}`,
    } as never);
    const browser = await open();
    const fresh = await browser.get(at(revision));
    assert.ok(!visibleText(fresh.html).includes(partTexts.join.ru), 'nothing to join with yet');
    await clients().moderator.approve_knowledge_revision({
      article: article.id,
      revision: meanwhile.revision_id,
    });
    const page = await browser.get(at(revision));
    assert.ok(visibleText(page.html).includes(partTexts.join.ru));
    const joined = await decide(browser, page, revision, { decision: 'join' });
    const words = visibleText(joined.html);
    assert.match(words, /Объединённый текст.*Сначала копают канаву\..*уходит по трубам\..*с уклоном\./);
    assert.ok(words.includes(texts.acceptJoined.ru));
    assert.doesNotMatch((await shown(article.id)).body, /уклоном/, 'nothing is accepted by looking');
    // Somebody accepts a third text meanwhile: what was read is not what would be accepted.
    await clients().moderator.edit_knowledge_article({
      article: article.id,
      body: `Сначала копают канаву лопатой.\n\n${article.body}`,
    });
    const again = await decide(browser, joined, revision, { decision: 'accept' });
    assert.match(visibleText(again.html), /Объединённый текст.*канаву лопатой\./);
    assert.doesNotMatch((await shown(article.id)).body, /уклоном/);
    const done = await decide(browser, again, revision, { decision: 'accept' });
    assert.equal(done.location, paths.moderationTexts);
    assert.match((await shown(article.id)).body, /лопатой[\s\S]*по трубам[\s\S]*с уклоном/);
  });

  it('says that edits of one place cannot be joined', async () => {
    const { article } = await handIn();
    const { revision_id: revision } = await clients().resident.edit_knowledge_article({
      article: article.id,
      body: 'Вода стоит.',
    });
    await clients().moderator.edit_knowledge_article({ article: article.id, body: 'Совсем другое.' });
    const browser = await open();
    const refused = await decide(browser, await browser.get(at(revision)), revision, { decision: 'join' });
    assert.equal(refused.status, 422);
    assert.ok(visibleText(refused.html).includes(texts.cannotJoin.ru));
  });

  it('links from a replaced revision to its successor', async () => {
    const { article, revision } = await handIn();
    const newer = await clients().neighbour.edit_knowledge_article({ article: article.id, body: 'Ещё раз.' });
    const page = await (await open()).get(at(revision));
    assert.ok(visibleText(page.html).includes(partTexts.isReplaced.ru));
    assert.match(page.html, new RegExp(`href="${at(newer.revision_id)}"`));
  });

  it('refuses everybody but moderators with 403', async () => {
    const { revision } = await handIn();
    for (const persona of ['neighbour', 'editor', 'outsider'] as const) {
      const browser = await signIn(actors.service, persona, 'ru');
      assert.equal((await browser.get(paths.moderationTexts)).status, 403);
      assert.equal((await browser.get(at(revision))).status, 403);
      const { html } = await browser.get(paths.newKnowledgeArticle);
      const csrf = new Map(readFields(html, 'article')).get('csrf') ?? '';
      assert.equal((await browser.post(at(revision), { csrf, decision: 'accept' })).status, 403);
    }
  });
});
