import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import type { Browser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('what the board hides, on pages', () => {
  let service: TestService;
  let village: Village;
  let board: Browser;
  let author: Browser;
  before(async () => {
    ({ service, village } = await prepareOAuthTestClient(await startService()));
    board = await signIn(service, 'editor', 'ru');
    author = await signIn(service, 'resident', 'ru');
  });

  it('is an entry with a reason, which its author sees with the way to the board', async () => {
    const settlement = 'berezka';
    const { data } = await village.clients.resident.write_article({
      ...{ settlement, parcel_id: '1', title: 'Пожар', body: 'Слова', visibility: 'residents' },
    } as never);
    await village.clients.resident.publish_article({ settlement, article: data.id });
    const address = { settlement, article: data.slug };
    const shown = await board.get(fillPath(paths.article, address));
    assert.match(visibleText(shown.html), /Скрыть от других/);
    assert.doesNotMatch(shown.html, new RegExp(fillPath(paths.editArticle, address)));
    assert.equal((await board.get(fillPath(paths.editArticle, address))).status, 403);

    const form = await board.get(fillPath(paths.removeArticle, address));
    assert.doesNotMatch(visibleText(form.html), /Удалить навсегда/);
    const empty = await board.submit(form, fillPath(paths.hideArticle, address), {});
    assert.equal(empty.status, 422);
    assert.match(visibleText(empty.html), /Напишите, почему скрываете/);
    const done = await board.submit(form, fillPath(paths.hideArticle, address), { reason: 'Имена соседей' });
    assert.equal(done.status, 303);

    const own = visibleText((await author.get(fillPath(paths.article, address))).html);
    assert.match(own, /Правление это скрыло Имена соседей/);
    assert.match(own, /Написать правлению/);
    const again = await board.get(fillPath(paths.removeArticle, address));
    await board.submit(again, fillPath(paths.hideArticle, address), {});
    assert.equal((await village.clients.neighbour.show_article(address)).data.visibility, 'residents');
  });

  it('is a photograph with a reason, whose caption the board cannot edit', async () => {
    const photo = await createThings(service, village).photo({ caption: 'Крыльцо' });
    const plot = village.plots.resident;
    const at = `${fillPath(paths.plotPhotos, { plot })}?photo=${photo}`;
    const form = await board.get(at);
    assert.doesNotMatch(form.html, /name="caption"/);
    const hide = fillPath(paths.hidePlotPhoto, { plot, photo });
    assert.equal((await board.submit(form, hide, {})).status, 422);
    assert.equal((await board.submit(form, hide, { reason_choice: 'Грубость' })).status, 303);
    const own = await author.get(at);
    assert.match(visibleText(own.html), /Правление это скрыло Грубость/);
    assert.match(own.html, /name="caption"/);
    await board.submit(await board.get(at), hide, {});
    const { media } = await village.clients.neighbour.list_media({ settlement: 'berezka', media: photo });
    assert.equal(media[0]?.visibility, 'residents');
  });
});
