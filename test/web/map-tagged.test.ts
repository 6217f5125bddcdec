import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { setTags } from '../../src/store/journal/tags.ts';
import { buildLargeVillage } from '../browser/large-village.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { signIn, visibleText } from './sign-in.ts';

const tags = ['Вода'];

describe('tagged items on the map without JavaScript', () => {
  let actors: OAuthTestClient;
  let map: string;
  let photo: string;
  let hidden: string;
  const settlement = 'berezka';
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { village, service } = actors;
    const { clients, plots } = village;
    map = fillPath(paths.map, { settlement });
    await clients.resident.write_parcel_object({
      parcel: plots.resident,
      kind: 'well',
      title: 'Колодец <у бани>',
      tags,
      geometry: { type: 'point', points: [{ latitude: 56.3001, longitude: 37.5001 }] },
    });
    const entry = async (title: string, visibility: 'public' | 'residents') => {
      const { data } = await clients.neighbour.write_article({
        settlement,
        kind: 'diary',
        parcel_id: plots.neighbour,
        title,
        body: 'т',
        visibility,
        tags,
      });
      await clients.neighbour.publish_article({ settlement, article: data.id });
    };
    await entry('Пробурили скважину', 'public');
    await entry('Сколько отдали за воду', 'residents');
    await clients.editor.write_contact({ settlement, name: 'Водовоз', category: 'delivery', tags });
    const things = createThings(service, village);
    photo = await things.photo({ caption: 'Кран', visibility: 'public', parcel: plots.free });
    hidden = await things.photo({ caption: 'Подвал', visibility: 'private' });
    for (const subjectId of [photo, hidden])
      await setTags(
        service.db,
        { subjectType: 'media', subjectId, settlementId: village.settlement.id },
        tags,
        service.newId,
      );
  });
  const anybody = () => openBrowser(actors.service, actors.service.url, 'ru');
  const as = (persona: Persona) => signIn(actors.service, persona, 'ru');
  const show = async (browser: Browser, query = '?tag=voda') => {
    const { html, status } = await browser.get(`${map}${query}`);
    assert.equal(status, 200);
    const from = html.indexOf('aria-labelledby="tagged"');
    const next = html.indexOf('aria-labelledby=', from + 1);
    const listed = from < 0 ? '' : html.slice(from, next < 0 ? html.indexOf('</main>') : next);
    return {
      html,
      listed,
      words: visibleText(listed),
      drawing: html.slice(html.indexOf('<svg viewBox'), html.indexOf('<figcaption')),
      legend: visibleText(html.slice(html.indexOf('<ul class="legend">'), html.indexOf('</figure>'))),
    };
  };
  const plotsMarked = (drawing: string) =>
    (/class="m-tag"[^>]* d="([^"]*)"/.exec(drawing)?.[1] ?? '').split('M').length - 1;
  const marks = (drawing: string) =>
    (/class="m-tag-mark"[^>]* d="([^"]*)"/.exec(drawing)?.[1] ?? '').split('M').length - 1;

  it('are chosen by a link from the tags of the settlement, or by typing', async () => {
    const { listed, html, drawing } = await show(anybody(), '');
    assert.match(listed, /<a class="chip" href="\/settlements\/berezka\/map\?tag=voda#tagged">Вода/);
    assert.equal(plotsMarked(drawing), 0);
    assert.doesNotMatch(html, /data-legend="tagged"><svg/, 'and the legend says nothing of them');
    const typed = await show(anybody(), `?tag=${encodeURIComponent('#ВОДА')}`);
    assert.match(typed.words, /Пробурили скважину/, 'or typed as people do');
  });

  it('are listed by plot with links to their pages, and marked by a pattern', async () => {
    const { listed, words, drawing, legend } = await show(anybody());
    assert.match(
      words,
      /Участок 2 На карте 2 Пробурили скважину запись Участок 3 На карте 3 Кран фотография Не об одном участке Водовоз из справочника/,
    );
    assert.match(listed, /href="\/settlements\/berezka\/articles\/proburili-skvazhinu"/);
    assert.match(listed, /href="\/settlements\/berezka\/directory\/vodovoz"/);
    assert.match(listed, new RegExp(`href="/settlements/berezka/photographs/${photo}"`));
    assert.match(listed, /aria-current="true"/);
    assert.equal(plotsMarked(drawing), 2);
    assert.equal(marks(drawing), 2);
    assert.match(drawing, /fill="url\(#plan-tag\)"/, 'by pattern');
    assert.match(legend, /метка: Вода/);
  });

  const open = ['Пробурили скважину', 'Кран', 'Водовоз'];
  const closed = ['Сколько отдали за воду', 'Колодец <у бани>', 'Подвал'];
  const seenBy = async (browser: Browser) => {
    const { words, html } = await show(browser);
    for (const title of closed.filter((each) => !words.includes(each)))
      assert.ok(
        !visibleText(html).includes(title) && !html.includes(title),
        `${title} is nowhere on the page`,
      );
    return [...open, ...closed].filter((title) => words.includes(title));
  };

  it('are limited to what each user may see', async () => {
    for (const browser of [anybody(), await as('outsider'), await as('newcomer')])
      assert.deepEqual(await seenBy(browser), open);
    const resident = await as('resident');
    assert.deepEqual(await seenBy(resident), [...open, ...closed]);
    const { drawing, listed } = await show(resident);
    assert.deepEqual(
      [plotsMarked(drawing), marks(drawing)],
      [3, 4],
      'the well in its own place, beside what is of the whole plot',
    );
    const object = /href="(\/plots\/\d+\/objects\/\d+)"/.exec(listed)?.[1] ?? '';
    assert.equal((await resident.get(object)).status, 200);
    assert.deepEqual(await seenBy(await as('neighbour')), [...open, 'Сколько отдали за воду']);
    assert.deepEqual(await seenBy(await as('editor')), [...open, ...closed]);
  });

  it('redirect to visible photographs only', async () => {
    const address = (id: string) => fillPath(paths.photograph, { settlement, photograph: id });
    const seen = await anybody().get(address(photo));
    assert.equal(seen.status, 303);
    assert.match(seen.location ?? '', new RegExp(`^/media/${photo}/`));
    for (const id of [hidden, '1', 'x', `${photo}0`])
      assert.equal((await anybody().get(address(id))).status, 404, id);
    assert.equal((await (await as('resident')).get(address(hidden))).status, 303);
  });

  it('show an empty state for unknown tags, and refuse an invalid cursor', async () => {
    for (const query of ['?tag=пальмы', `?tag=${'я'.repeat(300)}`, '?tag=%3Cb%3E'])
      assert.match((await show(anybody(), query)).words, /С этой меткой ничего нет/, query);
    assert.match((await show(anybody(), '?tag=%20')).words, /По меткам/);
    assert.equal((await anybody().get(`${map}?tag=voda&tagged=x`)).status, 422);
  });

  it('keep the tag while searching plots, and clear it by a link', async () => {
    const { html, listed } = await show(anybody());
    assert.match(html, /<input type="hidden" name="tag" value="voda"/);
    assert.match(html, /href="\/settlements\/berezka\/map\?tag=voda&amp;plot=1#map"/);
    assert.match(listed, /<a href="\/settlements\/berezka\/map">Без метки/);
    const around = await show(anybody(), '?tag=voda&plot=1');
    assert.match(around.drawing, /План вокруг участка 1/);
    assert.ok(plotsMarked(around.drawing) > 0);
  });

  it('are paged through without gaps', async () => {
    const { service, village } = actors;
    const { db } = service;
    const ids = Array.from({ length: 150 }, () => service.newId());
    await db`
      insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
      select id, ${village.settlement.id}, 'many-' || id, 'Много ' || id, 'trade', ${village.accounts.editor}, now(), now()
        from unnest(${ids}::bigint[]) id`;
    await db`insert into tag (id, slug, name) values (${service.newId()}, 'many', 'много')`;
    await db`
      insert into tagging (tag_id, subject_type, subject_id, settlement_id)
      select t.id, 'contact', i.id, ${village.settlement.id} from tag t, unnest(${ids}::bigint[]) i (id) where t.slug = 'many'`;
    const browser = anybody();
    const found = new Set<string>();
    let query: string | undefined = '?tag=many';
    let pages = 0;
    while (query !== undefined && pages < 5) {
      const { listed }: { listed: string } = await show(browser, query);
      for (const [, id = ''] of listed.matchAll(/Много (\d+)/g)) found.add(id);
      const next: string | undefined = /href="[^"]*map(\?tag=many&amp;tagged=[^"#]*)/.exec(listed)?.[1];
      query = next?.replaceAll('&amp;', '&');
      pages += 1;
    }
    assert.deepEqual([found.size, pages], [150, 2]);
  });

  it('are marked in a large settlement that is drawn in blocks', async () => {
    const { service } = actors;
    const { slug, settlement: id, plots } = await buildLargeVillage(service, 1600);
    await setTags(
      service.db,
      { subjectType: 'parcel', subjectId: plots[0]?.id ?? '', settlementId: id },
      ['у леса'],
      service.newId,
    );
    const { html } = await anybody().get(`${fillPath(paths.map, { settlement: slug })}?tag=u-lesa`);
    const drawing = html.slice(html.indexOf('<svg viewBox'), html.indexOf('<figcaption'));
    assert.deepEqual([plotsMarked(drawing), marks(drawing)], [1, 1]);
    const legend = visibleText(html.slice(html.indexOf('<ul class="legend">'), html.indexOf('</figure>')));
    assert.match(legend, /участки сплошь/);
  });

  it('are linked from the tags of articles and objects', async () => {
    const href = /href="\/settlements\/berezka\/map\?tag=%D0%92%D0%BE%D0%B4%D0%B0#tagged"/;
    const entry = fillPath(paths.article, { settlement, article: 'proburili-skvazhinu' });
    assert.match((await anybody().get(entry)).html, href);
    const resident = await as('resident');
    const { listed } = await show(resident);
    const object = /href="(\/plots\/\d+\/objects\/\d+)"/.exec(listed)?.[1] ?? '';
    assert.match((await resident.get(object)).html, href);
  });

  it('are hidden from a former resident, except their own', async () => {
    const { service, village } = actors;
    await service.db`update membership set state = 'ended', is_primary = false where account_id = ${village.accounts.resident}`;
    const left = await as('resident');
    assert.deepEqual(await seenBy(left), [...open, 'Подвал']);
    const { listed } = await show(left);
    assert.doesNotMatch(listed, /\/objects\//);
  });
});
