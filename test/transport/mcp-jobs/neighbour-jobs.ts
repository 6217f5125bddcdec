import assert from 'node:assert/strict';
import type { Job } from './plot-jobs.ts';

/** Tasks between residents, and with companies. */
export const neighbourJobs: Record<string, Job> = {
  async 'whom to call, by a misspelt word'({ stage, troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const settlement = stage.settlement.slug;
    const all = await resident.call('list_contacts', { settlement, sort: 'name', detail: 'summary' });
    const name = String(all.list('contacts').find((one) => (one.phones as string[]).length > 0)?.name);
    const found = await resident.call('list_contacts', {
      settlement,
      q: name.slice(0, -1),
      detail: 'summary',
    });
    assert.ok(found.list('contacts').some((one) => one.name === name));
  },

  async 'a review of a company, which answers'({ stage, troupe }) {
    const [resident, company] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('company', 'company'),
    ];
    const settlement = stage.settlement.slug;
    const subject = { subject_type: 'company', subject_id: stage.company };
    // An answer stays with its review, so an earlier review is removed first.
    const before = await resident.call('list_reviews', { settlement, ...subject, mine: true });
    if (before.list('reviews').length > 0)
      await resident.confirmed('withdraw_review', { settlement, ...subject });
    const body = stage.fresh();
    await resident.call('post_review', { settlement, ...subject, medal: 'silver', body });
    const verdicts = await company.call('list_reviews', { settlement });
    const review = String(verdicts.list('reviews').find((one) => one.body === body)?.id);
    await company.call('answer_review', { settlement, review, body: 'Спасибо!' });
    const seen = await resident.call('list_reviews', { settlement, ...subject, mine: true });
    assert.match(JSON.stringify(seen.list('reviews')), /Спасибо!/);
  },

  async 'a request to the board, assigned and done'({ stage, troupe }) {
    const [resident, board] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('editor', 'settlement'),
    ];
    const settlement = stage.settlement.slug;
    const made = await resident.call('write_task', {
      settlement,
      title: stage.fresh(),
      due_on: '2030-05-01',
    });
    const task = made.text('data.id');
    const open = await board.call('list_tasks', { settlement, open: true, detail: 'summary' });
    assert.ok(open.list('tasks').some(({ id }) => id === task));
    await board.call('edit_task', { task, status: 'in_progress', comment: 'Берём.' });
    await board.call('edit_task', { task, status: 'done' });
    assert.equal((await resident.call('show_task', { task })).at('data.status'), 'done');
  },

  async 'help asked of a neighbour’s plot'({ stage, troupe }) {
    const [resident, neighbour] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('neighbour', 'resident'),
    ];
    const theirs = (await neighbour.call('list_my_parcels')).text('data.0.plot_number');
    const made = await resident.call('write_task', {
      settlement: stage.settlement.slug,
      title: stage.fresh(),
      to_parcel: theirs,
    });
    const task = made.text('data.id');
    const asked = await neighbour.call('list_tasks', { mine: true, detail: 'summary' });
    assert.ok(asked.list('tasks').some(({ id }) => id === task));
    await neighbour.call('edit_task', { task, accept: true });
    assert.notEqual((await resident.call('show_task', { task })).at('data.accepted_at'), null);
  },

  async 'a message to a neighbour, answered and read'({ stage, troupe }) {
    const [resident, neighbour] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('neighbour', 'resident'),
    ];
    const theirs = (await neighbour.call('list_my_parcels')).text('data.0.plot_number');
    const sent = await resident.call('send_message', {
      to: 'person',
      settlement: stage.settlement.slug,
      parcel: theirs,
      body: stage.fresh(),
    });
    const conversation = sent.text('data.conversation');
    await neighbour.call('send_message', { conversation, body: 'Хорошо!' });
    const messages = await resident.call('list_messages', { conversation, limit: 1 });
    assert.equal(messages.at('messages.0.body'), 'Хорошо!');
    await resident.call('read_conversation', { conversation });
  },

  async 'mark notifications as read, and switch off emails about news'({ troupe }) {
    const neighbour = troupe.assistant('neighbour', 'resident');
    const told = await neighbour.call('list_notifications');
    const notification = told.text('notifications.0.id');
    const left = await neighbour.call('read_notification', { notification, and_older: true });
    assert.equal(left.at('unread'), 0);
    await neighbour.call('set_notification_preferences', { topics: { reminders: { mail: false } } });
    const ways = await neighbour.call('show_notification_preferences');
    assert.equal(ways.at('topics.reminders.mail'), false);
  },
};
