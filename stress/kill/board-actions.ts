import { createSettingsActions } from './resident-actions.ts';
import { addRecent, takeOldest, type WriterAction, type WriterState } from './writer-state.ts';

/** The board decides requests of residents. It never reads notifications, so that every email is due. */
export function createBoardActions(village: WriterState): WriterAction[] {
  const here = { settlement: village.settlement.slug };
  return [
    async (writer) => {
      const marker = writer.newMarker();
      const thing = { thing: 'contact', marker };
      const { data } = await writer.write(
        'write_contact',
        { ...here, name: marker, category: 'other' },
        { ...thing, has: { notes: '' } },
      );
      const notes = `Звонить вечером. ${writer.newMarker()}`;
      await writer.write('edit_contact', { ...here, contact: data.id, notes }, { ...thing, has: { notes } });
      addRecent(village.contacts, { id: data.id, name: marker });
    },
    async (writer) => {
      const marker = writer.newMarker();
      const thing = { thing: 'article', marker };
      const body = `В субботу собрание. ${marker}`;
      const { data } = await writer.write(
        'write_article',
        {
          ...here,
          ...writer.random.pick([
            { kind: 'post' },
            { kind: 'announcement' },
            // Read by companies, too, whose account never reads its notifications.
            { kind: 'announcement', urgent: true, visibility: 'settlement' },
          ] as const),
          title: marker,
          body,
        },
        { ...thing, has: { body, status: 'draft' } },
      );
      await writer.write(
        'publish_article',
        { ...here, article: data.id },
        { ...thing, has: { status: 'published' } },
      );
    },
    async (writer) => {
      const waiting = takeOldest(village.proposals);
      if (waiting === undefined) return;
      const where = { ...here, proposal: waiting.id };
      const thing = { thing: 'proposal', marker: waiting.marker };
      // Rejected, because of two proposals for the same field only the first could be approved.
      await writer.write(
        'reject_change_proposal',
        { ...where, reason: 'Проверили: всё верно.' },
        { ...thing, has: { status: 'refused' } },
      );
    },
    async (writer) => {
      const review = takeOldest(village.reviews);
      if (review === undefined) return;
      const body = writer.newMarker();
      await writer.write(
        'answer_review',
        { ...here, review: review.id, body },
        { thing: 'answer', marker: body },
      );
    },
    async (writer) => {
      const claim = takeOldest(village.claims);
      if (claim === undefined) return;
      await writer.write(
        'remove_resident',
        { ...here, resident: claim.id, reason: 'Участок записан за другим.' },
        { thing: 'claim', marker: claim.marker, has: { state: 'ended' } },
      );
    },
    async (writer) => {
      const task = takeOldest(village.tasks);
      if (task === undefined) return;
      const thing = { thing: 'task', marker: task.marker };
      for (const status of ['in_progress', 'done'] as const)
        await writer.write('edit_task', { task: task.id, status }, { ...thing, has: { status } });
    },
  ];
}

/** Approves a correction, of a new contact each time, so that there is no conflict. */
export function createApprovalAction(village: WriterState): WriterAction {
  const here = { settlement: village.settlement.slug };
  return async (writer) => {
    const name = writer.newMarker();
    const { data: contact } = await writer.write(
      'write_contact',
      { ...here, name, category: 'shop' },
      { thing: 'contact', marker: name },
    );
    const marker = writer.newMarker();
    const hours = `с 9 до 18, ${marker}`;
    const { data } = await writer.write(
      'propose_change',
      { ...here, subject_type: 'contact', subject_id: contact.id, proposed: { hours }, note: marker },
      { thing: 'proposal', marker, has: { status: 'pending' } },
    );
    await writer.write('approve_change_proposal', { ...here, proposal: data.id }, [
      { thing: 'proposal', marker, has: { status: 'approved' } },
      { thing: 'contact', marker: name, has: { hours } },
    ]);
  };
}

export function createModeratorActions(village: WriterState): WriterAction[] {
  return [
    async (writer) => {
      const waiting = takeOldest(village.revisions);
      if (waiting === undefined) return;
      const where = { article: waiting.article, revision: waiting.revision };
      const thing = { thing: 'knowledge_note', marker: waiting.marker };
      if (writer.random.next() < 0.6) {
        await writer.write('approve_knowledge_revision', where, { ...thing, has: { state: 'approved' } });
      } else {
        await writer.write(
          'reject_knowledge_revision',
          { ...where, reason: 'Нужен источник.' },
          { ...thing, has: { state: 'rejected' } },
        );
      }
    },
    ...createSettingsActions().slice(0, 1),
  ];
}

export function createNewcomerActions(village: WriterState): WriterAction[] {
  const here = { settlement: village.settlement.slug };
  let waiting = 0;
  return [
    async (writer) => {
      // At most ten claims may be pending, each for a different plot.
      const parcel = village.freePlots.at(waiting % village.freePlots.length);
      if (parcel === undefined || village.claims.length > 3) return;
      waiting += 1;
      const marker = writer.newMarker();
      const thing = { thing: 'claim', marker };
      const { data } = await writer.write(
        'request_residency',
        { ...here, parcel, note: marker },
        { ...thing, has: { state: 'claimed' } },
      );
      if (writer.random.next() < 0.4) {
        await writer.write(
          'remove_resident',
          { ...here, resident: data.id },
          { ...thing, has: { state: 'ended' } },
        );
      } else addRecent(village.claims, { id: data.id, marker });
    },
    ...createSettingsActions(),
  ];
}

export function createOutsiderActions(village: WriterState): WriterAction[] {
  const there = { settlement: village.otherSettlement.slug };
  return [
    async (writer) => {
      const marker = writer.newMarker();
      const thing = { thing: 'task', marker };
      const { data } = await writer.write(
        'write_task',
        { ...there, title: marker, kind: 'work' },
        { ...thing, has: { status: 'open' } },
      );
      const body = `Купить доски. ${marker}`;
      await writer.write('edit_task', { task: data.id, body }, { ...thing, has: { body } });
    },
    ...createSettingsActions(),
  ];
}

export function createCompanyActions(village: WriterState): WriterAction[] {
  return [
    async (writer) => {
      const hours = writer.newMarker();
      await writer.write(
        'edit_company',
        { company: village.company, hours },
        { thing: 'company', marker: village.company, has: { hours } },
      );
    },
    async (writer) => {
      const name = writer.newMarker();
      await writer.write(
        'register_company',
        { inn: makeInn(writer.random.below(900_000_000)), name },
        (reply) => ({ thing: 'company', marker: reply.data.id, has: { name } }),
      );
    },
    ...createSettingsActions().slice(0, 1),
  ];
}

/** An INN with a valid check digit. */
function makeInn(number: number): string {
  const digits = String(100_000_000 + number);
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(sum % 11) % 10}`;
}
