import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('a quarrel on pages', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    ({ service, village } = await prepareOAuthTestClient(await startService()));
  });

  for (const language of ['ru', 'en'] as const)
    it(`goes from the report to the appeal, in ${language}`, async () => {
      const { resident, neighbour } = village.clients;
      const { id: message_id, conversation } = (
        await resident.send_message({ to: 'person', account: village.accounts.neighbour, body: 'Грубость' })
      ).data;
      const report = (await neighbour.write_task({ kind: 'report', title: 'Угрозы', message_id })).data.id;
      const board = await signIn(service, 'editor', language);
      const at = `/settlements/berezka/board/reports/${report}`;
      const desk = await board.get(at);
      assert.equal(desk.status, 200);
      const around = await board.post(`${at}/around`, hiddenFields(desk.html, `${at}/around`));
      assert.equal(around.status, 200);
      assert.match(visibleText(around.html), /Грубость/);
      const form = `/reports/${report}/sanction`;
      const asked = await board.get(form);
      const hidden = hiddenFields(asked.html, form);
      const refused = await board.post(form, { ...hidden, kind: 'silence', days: '3', reason: '' });
      assert.equal(refused.status, 422);
      const done = await board.post(form, { ...hidden, kind: 'silence', days: '3', reason: 'Оскорбления.' });
      assert.equal(done.status, 303);
      const sanction = done.location ?? '';
      assert.match(sanction, /^\/sanctions\/\d+$/);
      assert.match(
        visibleText((await board.get('/settlements/berezka/board/sanctions')).html),
        /Resident I\./,
      );
      const person = await signIn(service, 'resident', language);
      const talk = `/messages/${conversation}`;
      const page = await person.get(talk);
      assert.match(
        visibleText(page.html),
        language === 'ru' ? /запретило вам писать/ : /stopped you from writing/,
      );
      const kept = await person.post(talk, { ...hiddenFields(page.html, talk), body: 'Мои слова' });
      assert.equal(kept.status, 422, 'the reason stands at the field, with what was typed');
      assert.match(kept.html, /Мои слова/);
      const own = await person.get(sanction);
      assert.equal(visibleText(own.html).includes('Neighbour'), false);
      const appeal = `${sanction}/appeal`;
      const sent = await person.post(appeal, { ...hiddenFields(own.html, appeal), words: 'Не так поняли' });
      assert.equal(sent.location, sanction);
      assert.equal((await person.get('/account/sanctions')).status, 200);
      const moderator = await signIn(service, 'moderator', language);
      assert.match(visibleText((await moderator.get('/platform/sanctions')).html), /Resident I\./);
      assert.equal((await moderator.get('/platform/audit')).status, 200);
      const judged = await moderator.get(sanction);
      const decided = await moderator.post(sanction, {
        ...hiddenFields(judged.html, sanction),
        decision: 'lifted',
        reason: 'Слишком строго',
      });
      assert.equal(decided.status, 303);
      const free = await person.get(talk);
      assert.equal(
        (await person.post(talk, { ...hiddenFields(free.html, talk), body: 'Спасибо' })).status,
        303,
      );
    });
});
