import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const settlement = 'berezka';

/** One thing that waits: the first decision, and the second at the page and over REST. */
interface Waiting {
  page: string;
  action?: string;
  fields: Record<string, string>;
  first(): Promise<unknown>;
  /** Undefined: pages alone decide it. */
  rest?: { call(): Promise<unknown>; field: string };
  outcome: string;
  said: string;
  reason: string | null;
}

describe('the second of two who decide', () => {
  let actors: OAuthTestClient;
  let contact: string;
  before(async () => {
    const service = await startService();
    actors = await prepareOAuthTestClient(service);
    const { accounts, settlement: place, clients } = actors.village;
    await insertSettlementRole(service.db, place.id, accounts.neighbour, 'editor', new Date());
    await setPlatformRole(service.db, accounts.outsider, 'moderator');
    const { data } = await clients.editor.write_contact({ settlement, name: 'Печник', category: 'trade' });
    contact = data.id;
  });
  const clients = () => actors.village.clients;
  const review = async () => {
    const { data } = await clients().resident.post_review({
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      medal: 'dung',
      body: 'Жулик!',
    });
    return data.id;
  };
  const claim = async () => {
    const asked = await clients().newcomer.request_residency({ settlement, parcel: '3' });
    return asked.data.id;
  };
  const handIn = async () => {
    const article = await clients().moderator.write_knowledge_article({
      title: `Колодец ${actors.service.newId()}`,
      body: 'Вода.',
      publish: true,
    });
    const edited = await clients().resident.edit_knowledge_article({
      article: article.id,
      body: 'Чистая вода.',
    });
    return { article: article.id, revision: edited.revision_id };
  };
  const reason = 'Проверили на месте';

  const cases: Record<string, { second: 'neighbour' | 'outsider'; prepare(): Promise<Waiting> }> = {
    'about a claim that was confirmed': {
      second: 'neighbour',
      async prepare() {
        const at = { settlement, resident: await claim() };
        return {
          page: fillPath(paths.claim, at),
          fields: { decision: 'refuse', reason: 'Не знаем' },
          first: () => clients().editor.confirm_resident(at),
          rest: {
            call: () => clients().neighbour.confirm_resident({ ...at, note: 'Ключ у сторожа' }),
            field: 'note',
          },
          outcome: 'confirmed',
          said: 'Уже решено: подтвердили.',
          reason: null,
        };
      },
    },
    'about a claim that was refused': {
      second: 'neighbour',
      async prepare() {
        await actors.service.db`
          update membership set state = 'ended', is_primary = false where account_id = ${actors.village.accounts.newcomer}`;
        const at = { settlement, resident: await claim() };
        return {
          page: fillPath(paths.claim, at),
          fields: { decision: 'accept' },
          first: () => clients().editor.remove_resident({ ...at, reason }),
          rest: {
            call: () => clients().neighbour.remove_resident({ ...at, seen_state: 'claimed', reason: 'Иное' }),
            field: 'seen_state',
          },
          outcome: 'refused',
          said: 'Уже решено: отказали.',
          reason,
        };
      },
    },
    'about a correction of the directory': {
      second: 'neighbour',
      async prepare() {
        const { data } = await clients().resident.propose_change({
          settlement,
          subject_type: 'contact',
          subject_id: contact,
          proposed: { hours: 'пн' },
        });
        const at = { settlement, proposal: data.id };
        return {
          page: fillPath(paths.correction, at),
          fields: { decision: 'accept' },
          first: () => clients().editor.reject_change_proposal({ ...at, reason }),
          rest: {
            call: () => clients().neighbour.reject_change_proposal({ ...at, reason: 'Иное' }),
            field: 'status',
          },
          outcome: 'returned',
          said: 'Уже решено: вернули автору.',
          reason,
        };
      },
    },
    'about a text of the knowledge base, with another reason': {
      second: 'outsider',
      async prepare() {
        const at = await handIn();
        return {
          page: fillPath(paths.moderationText, at),
          fields: { decision: 'refuse', reason: 'Иное' },
          first: () => clients().moderator.reject_knowledge_revision({ ...at, reason }),
          rest: {
            call: () => clients().moderator.reject_knowledge_revision({ ...at, reason: 'Иное' }),
            field: 'revision',
          },
          outcome: 'returned',
          said: 'Уже решено: вернули автору.',
          reason,
        };
      },
    },
    'about a text that was accepted with a correction': {
      second: 'outsider',
      async prepare() {
        const at = await handIn();
        return {
          page: fillPath(paths.moderationText, at),
          fields: { decision: 'accept' },
          first: () =>
            clients().moderator.approve_knowledge_revision({ ...at, body: 'Чистая, но жёсткая вода.' }),
          rest: {
            call: () => clients().outsider.reject_knowledge_revision({ ...at, reason: 'Иное' }),
            field: 'revision',
          },
          outcome: 'corrected',
          said: 'Уже решено: приняли с исправлением.',
          reason: null,
        };
      },
    },
    'about a report': {
      second: 'outsider',
      async prepare() {
        const { clients: of, companyId } = actors.village;
        const { data: posted } = await of.resident.post_review({
          settlement,
          subject_type: 'company',
          subject_id: companyId,
          medal: 'dung',
          body: 'Обман!',
        });
        const { data } = await of.company.write_task({ kind: 'report', title: 'Ложь', review_id: posted.id });
        return {
          page: fillPath(paths.platformReport, { report: data.id }),
          fields: { decision: 'accept', reason: 'Иное' },
          first: () => of.moderator.edit_task({ task: data.id, outcome: 'nothing', comment: reason }),
          rest: {
            call: () => of.outsider.edit_task({ task: data.id, outcome: 'hidden', comment: 'Иное' }),
            field: 'outcome',
          },
          outcome: 'left',
          said: 'Уже решено: оставили.',
          reason,
        };
      },
    },
    'about a review that was hidden': {
      second: 'neighbour',
      async prepare() {
        const verdict = await review();
        const at = { settlement, review: verdict };
        const hide = { settlement, review: verdict, decision: 'hide' } as const;
        return {
          page: fillPath(paths.boardReview, at),
          action: fillPath(paths.moderateReview, at),
          fields: { decision: 'hide', reason: 'Иное' },
          first: () => clients().editor.moderate_review({ ...hide, reason }),
          rest: {
            call: () => clients().neighbour.moderate_review({ ...hide, reason: 'Иное' }),
            field: 'reason',
          },
          outcome: 'hidden',
          said: 'Уже решено: скрыли.',
          reason,
        };
      },
    },
    'about a company that was checked': {
      second: 'outsider',
      async prepare() {
        const { companyId, clients: of } = actors.village;
        const { data } = await of.moderator.edit_company({ company: companyId, is_verified: false });
        return {
          page: fillPath(paths.platformCompany, { company: data.slug }),
          action: fillPath(paths.decideCompany, { company: data.slug }),
          fields: { decision: 'accept' },
          first: () => of.moderator.edit_company({ company: companyId, is_verified: true }),
          rest: {
            call: () =>
              of.outsider.edit_company({
                company: companyId,
                is_verified: true,
                seen: { is_verified: false },
              }),
            field: 'is_verified',
          },
          outcome: 'checked',
          said: 'Уже решено: проверили.',
          reason: null,
        };
      },
    },
    'about who speaks for a company': {
      second: 'outsider',
      async prepare() {
        const { companyId, accounts, clients: of } = actors.village;
        await actors.service.db`
          insert into company_representative (company_id, account_id, state, created_at)
          values (${companyId}, ${accounts.resident}, 'claimed', now())`;
        const { data } = await of.moderator.show_company({ company: companyId });
        const decide = (state: 'confirmed' | 'ended') => ({
          company: companyId,
          representatives: [{ account_id: accounts.resident, state, seen_state: 'claimed' as const }],
        });
        return {
          page: fillPath(paths.platformCompany, { company: data.slug }),
          action: fillPath(paths.decideRepresentative, { company: data.slug, account: accounts.resident }),
          fields: { state: 'ended', seen: 'claimed' },
          first: () => of.moderator.edit_company(decide('confirmed')),
          rest: {
            call: () => of.outsider.edit_company(decide('ended')),
            field: 'representatives.0.seen_state',
          },
          outcome: 'confirmed',
          said: 'Уже решено: подтвердили.',
          reason: null,
        };
      },
    },
  };

  for (const [name, { second, prepare }] of Object.entries(cases))
    it(`${name} learns who decided what and when, and that nothing of theirs was recorded`, async () => {
      const waiting = await prepare();
      const browser = await signIn(actors.service, second, 'ru');
      const seen = await browser.get(waiting.page);
      await waiting.first();
      const decider = second === 'neighbour' ? 'Editor I.' : 'Moderator I.';
      const posted = await browser.submit(seen, waiting.action ?? waiting.page, waiting.fields);
      assert.equal(posted.location, waiting.page);
      const { html } = await browser.get(waiting.page);
      const [, notice = ''] = /data-notice="problem"[^>]*>([\s\S]*?)<\/p>/.exec(html) ?? [];
      assert.match(notice, /class="notice warn"/, 'not a tick');
      const told = visibleText(notice);
      for (const part of [waiting.said, `Кто решил: ${decider}, сегодня `, 'Ваш выбор не записан.'])
        assert.ok(told.includes(part), `${part} in ${told}`);
      if (waiting.reason) assert.ok(told.includes(`Причина: ${waiting.reason}.`), told);
      if (waiting.rest === undefined) return;
      const { body } = await assertRefused(waiting.rest.call(), 422, waiting.rest.field);
      const { decision } = body as unknown as { decision: Record<string, unknown> };
      assert.deepEqual(
        [decision.outcome, (decision.by as { name: string }).name, decision.reason],
        [waiting.outcome, decider, waiting.reason],
      );
      assert.ok(Math.abs(Date.parse(String(decision.at)) - Date.now()) < 86_400_000);
    });

  it('may repeat a decision of their own without effect', async () => {
    const { moderator, editor, newcomer } = clients();
    const at = await handIn();
    const countTold = async () => (await clients().resident.list_notifications({})).notifications.length;
    const before = await countTold();
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await moderator.reject_knowledge_revision({ ...at, reason });
      assert.deepEqual([data.state, data.reject_reason], ['rejected', reason]);
    }
    assert.equal(await countTold(), before + 1, 'the author is told once');
    const resident = (await newcomer.request_residency({ settlement, parcel: '12А' })).data.id;
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await editor.confirm_resident({ settlement, resident, note: 'Добро пожаловать' });
      assert.equal(data.state, 'confirmed');
    }
  });
});
