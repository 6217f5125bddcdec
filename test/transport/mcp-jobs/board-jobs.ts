import assert from 'node:assert/strict';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import type { Assistant } from './assistant.ts';
import type { Job } from './plot-jobs.ts';

/** A newcomer finds the settlement and a plot, and claims it. */
async function claimPlot(newcomer: Assistant, stage: DemoContext): Promise<string> {
  const register = await newcomer.call('list_settlements', { q: stage.settlement.slug.split('-')[0] });
  assert.ok(register.at('settlements') !== undefined);
  const plots = await newcomer.call('list_parcels', { settlement: stage.settlement.slug, limit: 100 });
  const free = plots.list('parcels').at(-1) as { number: string };
  const claim = await newcomer.call('request_residency', {
    settlement: stage.settlement.slug,
    parcel: free.number,
    note: 'Договор от мая.',
  });
  assert.equal(claim.at('data.state'), 'claimed');
  return claim.text('data.id');
}

/** Tasks of the board of a settlement. */
export const boardJobs: Record<string, Job> = {
  async 'a newcomer asks to be recorded; the board confirms'({ stage, troupe }) {
    const [newcomer, board] = [
      troupe.assistant('newcomer', 'resident'),
      troupe.assistant('editor', 'settlement'),
    ];
    const settlement = stage.settlement.slug;
    const resident = await claimPlot(newcomer, stage);
    const waiting = await board.call('list_residents', { settlement, state: 'claimed' });
    assert.ok(waiting.list('residents').some(({ id }) => id === resident));
    await board.call('confirm_resident', { settlement, resident });
    const me = await newcomer.call('show_me');
    assert.ok(JSON.stringify(me.whole).includes('confirmed'));
    await newcomer.confirmed('remove_resident', { settlement, resident });
  },

  async 'the board refuses a claim, with a reason the person reads'({ stage, troupe }) {
    const [newcomer, board] = [
      troupe.assistant('newcomer', 'resident'),
      troupe.assistant('editor', 'settlement'),
    ];
    const settlement = stage.settlement.slug;
    const resident = await claimPlot(newcomer, stage);
    const silent = await board.refused('remove_resident', { settlement, resident });
    assert.ok(silent.at('errors.reason') !== undefined);
    await board.confirmed('remove_resident', { settlement, resident, reason: 'Участок продан в апреле.' });
    const told = await newcomer.call('list_notifications');
    assert.match(JSON.stringify(told.list('notifications')[0]), /Участок продан в апреле/);
  },

  async 'an announcement, and who was notified'({ stage, troupe }) {
    const board = troupe.assistant('editor', 'settlement');
    const settlement = stage.settlement.slug;
    const draft = await board.call('write_article', {
      settlement,
      kind: 'announcement',
      title: stage.fresh(),
      body: 'В субботу не будет воды.',
    });
    const article = draft.text('data.id');
    await board.call('publish_article', { settlement, article });
    const told = await board.call('list_residents', { settlement, told_of: article });
    assert.ok(told.list('plots').length > 0);
  },

  async 'a correction of a telephone number: proposed and applied'({ stage, troupe }) {
    const [resident, board] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('editor', 'settlement'),
    ];
    const settlement = stage.settlement.slug;
    const directory = await resident.call('list_contacts', { settlement, detail: 'summary' });
    const contact = directory.text('contacts.0.id');
    const phones = [`+7495${String(1_000_000 + (Date.now() % 8_000_000)).slice(0, 7)}`];
    const made = await resident.call('propose_change', {
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      proposed: { phones },
      note: 'Дозвонился сам.',
    });
    const queue = await board.call('list_change_proposals', { settlement });
    assert.ok(queue.list('proposals').some(({ id }) => id === made.text('data.id')));
    await board.call('approve_change_proposal', { settlement, proposal: made.text('data.id') });
    const now = await resident.call('list_contacts', { settlement, limit: 100, detail: 'summary' });
    assert.deepEqual(now.list('contacts').find(({ id }) => id === contact)?.phones, phones);
  },

  async 'a correction of what was edited meanwhile: the board chooses'({ stage, troupe }) {
    const [resident, board] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('editor', 'settlement'),
    ];
    const settlement = stage.settlement.slug;
    const made = await board.call('write_contact', { settlement, name: stage.fresh(), category: 'other' });
    const contact = made.text('data.id');
    const proposal = (
      await resident.call('propose_change', {
        settlement,
        subject_type: 'contact',
        subject_id: contact,
        proposed: { hours: 'с 9 до 18' },
      })
    ).text('data.id');
    await board.call('edit_contact', { settlement, contact, hours: 'с 10 до 19' });
    const refused = await board.refused('approve_change_proposal', { settlement, proposal });
    assert.match(JSON.stringify(refused.whole), /hours/);
    await board.call('approve_change_proposal', {
      settlement,
      proposal,
      values: { hours: 'с 9 до 19' },
      seen_now: { hours: 'с 10 до 19' },
    });
    const now = await board.call('list_contacts', { settlement, contact });
    assert.equal(now.at('contacts.0.hours'), 'с 9 до 19');
  },

  async 'a boundary: previewed, then applied as shown'({ stage, troupe }) {
    const board = troupe.assistant('editor', 'settlement');
    const settlement = stage.settlement.slug;
    const card = await board.call('show_settlement', { settlement });
    const ring = card.at('data.boundary.ring');
    const preview = await board.call('shape_settlement_boundary', { settlement, ring, snap: true });
    assert.ok(preview.list('data.ring').length > 2);
    const applied = await board.confirmed('set_settlement_boundary', {
      settlement,
      preview: preview.text('preview'),
    });
    assert.match(JSON.stringify(applied.whole), /"kept":\d/);
  },
};
