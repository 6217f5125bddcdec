import type { Writer } from './writer.ts';
import { addRecent, type WriterAction, type WriterState } from './writer-state.ts';

/** Actions of a resident with a plot. */
export function createResidentActions(village: WriterState): WriterAction[] {
  const here = { settlement: village.settlement.slug };
  const plotOf = (writer: Writer) => {
    const plot = village.plots[writer.persona];
    if (plot === undefined) throw new Error(`${writer.persona} has no plot`);
    return plot;
  };

  async function keepDiary(writer: Writer): Promise<void> {
    const marker = writer.newMarker();
    const thing = { thing: 'article', marker };
    const body = `Посадили яблоню. ${marker}`;
    const { data } = await writer.write(
      'write_article',
      { ...here, kind: 'diary', parcel_id: plotOf(writer).number, title: marker, body },
      { ...thing, has: { body, status: 'draft' } },
    );
    const where = { ...here, article: data.id };
    const longer = `${body}\n\nИ полили. ${writer.newMarker()}`;
    await writer.write('edit_article', { ...where, body: longer }, { ...thing, has: { body: longer } });
    await writer.write('publish_article', where, { ...thing, has: { status: 'published' } });
    if (writer.random.next() < 0.2) await writer.write('remove_article', where, { ...thing, gone: true });
  }

  async function shareKnowledge(writer: Writer): Promise<void> {
    const first = writer.newMarker();
    const { id, revision_id } = await writer.write(
      'write_knowledge_article',
      { title: first, body: `О том, как зимуют розы. ${first}`, publish: false },
      { thing: 'knowledge_revision', marker: first },
    );
    const second = writer.newMarker();
    const edited = await writer.write(
      'edit_knowledge_article',
      { article: id, body: `О том, как укрыть розы. ${first}`, note: second, base_revision_id: revision_id },
      { thing: 'knowledge_note', marker: second },
    );
    await writer.write(
      'publish_knowledge_article',
      { article: id },
      { thing: 'knowledge_note', marker: second, has: { state: 'waiting' } },
    );
    addRecent(village.revisions, { article: id, revision: edited.revision_id, marker: second });
  }

  async function askTheBoard(writer: Writer): Promise<void> {
    const marker = writer.newMarker();
    const { data } = await writer.write(
      'write_task',
      { ...here, title: marker, body: 'Фонарь у въезда не горит.', kind: 'request' },
      { thing: 'task', marker, has: { body: 'Фонарь у въезда не горит.', status: 'open' } },
    );
    const comment = writer.newMarker();
    await writer.write('edit_task', { task: data.id, comment }, { thing: 'task_comment', marker: comment });
    addRecent(village.tasks, { id: data.id, marker });
  }

  async function doOwnWork(writer: Writer): Promise<void> {
    const marker = writer.newMarker();
    const thing = { thing: 'task', marker };
    const { data } = await writer.write(
      'write_task',
      { ...here, title: marker, kind: 'work', parcel_id: plotOf(writer).id },
      { ...thing, has: { status: 'open' } },
    );
    await writer.write('edit_task', { task: data.id, status: 'done' }, { ...thing, has: { status: 'done' } });
  }

  async function sendMessages(writer: Writer): Promise<void> {
    const other = writer.persona === 'resident' ? 'neighbour' : 'resident';
    const body = writer.newMarker();
    const message = { thing: 'message', marker: body };
    const address =
      writer.random.next() < 0.5
        ? { to: 'board' as const, ...here }
        : { to: 'person' as const, account: village.accounts[other], ...here };
    await writer.write('send_message', { ...address, body }, (reply) => ({
      ...message,
      has: { id: reply.data.id, number: String(reply.data.number) },
    }));
  }

  async function correctContact(writer: Writer): Promise<void> {
    if (village.contacts.length === 0) return;
    const { id } = writer.random.pick(village.contacts);
    const marker = writer.newMarker();
    const thing = { thing: 'proposal', marker };
    const { data } = await writer.write(
      'propose_change',
      {
        ...here,
        subject_type: 'contact',
        subject_id: id,
        proposed: { hours: `по будням, ${marker}` },
        note: marker,
      },
      { ...thing, has: { status: 'pending' } },
    );
    if (writer.random.next() < 0.3) {
      await writer.write(
        'withdraw_change_proposal',
        { ...here, proposal: data.id },
        { ...thing, has: { status: 'withdrawn' } },
      );
    } else addRecent(village.proposals, { id: data.id, marker });
  }

  const judged = new Set<string>();
  async function judge(writer: Writer): Promise<void> {
    const contact = village.contacts.find(({ id }) => !judged.has(`${writer.persona} ${id}`));
    if (contact === undefined) return;
    judged.add(`${writer.persona} ${contact.id}`);
    const subject = { ...here, subject_type: 'contact' as const, subject_id: contact.id };
    const marker = writer.newMarker();
    const { data } = await writer.write(
      'post_review',
      { ...subject, medal: 'silver', body: marker },
      { thing: 'review', marker, has: { medal: 'silver' } },
    );
    if (writer.random.next() < 0.3) {
      await writer.write('withdraw_review', subject, { thing: 'review', marker, gone: true });
    } else addRecent(village.reviews, { id: data.id, marker });
  }

  async function plant(writer: Writer): Promise<void> {
    const parcel = plotOf(writer).id;
    const marker = writer.newMarker();
    const thing = { thing: 'object', marker };
    const { data } = await writer.write(
      'write_parcel_object',
      { parcel, kind: 'tree', title: marker },
      { ...thing, has: { notes: '', archived: 'false' } },
    );
    const notes = `Антоновка ${writer.newMarker()}`;
    const where = { parcel, object: data.id };
    await writer.write('edit_parcel_object', { ...where, notes }, { ...thing, has: { notes } });
    await writer.write(
      'edit_parcel_object',
      { ...where, archived: true },
      { ...thing, has: { archived: 'true' } },
    );
  }

  async function connectDevice(writer: Writer): Promise<void> {
    const marker = writer.newMarker();
    const thing = { thing: 'connection', marker };
    const settings = {
      url: 'http://cellar.invalid:8080/',
      device: { name: 'Погреб' },
      sensors: [{ key: 'temperature', path: '$.t' }],
    };
    const { data } = await writer.write(
      'connect_device',
      { parcel: plotOf(writer).id, provider: 'json_http', name: marker, settings },
      { ...thing },
    );
    const where = { connection: data.id };
    await writer.write(
      'edit_device_connection',
      { ...where, is_paused: true },
      { ...thing, has: { state: 'paused' } },
    );
    await writer.write('disconnect_device', where, { ...thing, has: { state: 'revoked' } });
  }

  async function readBell(writer: Writer): Promise<void> {
    const { notifications } = await writer.read.list_notifications({});
    const unread = notifications.find(({ read }) => !read);
    if (unread === undefined) return;
    await writer.write(
      'read_notification',
      { notification: unread.id },
      { thing: 'notification', marker: unread.id, has: { read: 'true' } },
    );
  }

  return [
    keepDiary,
    keepDiary,
    shareKnowledge,
    askTheBoard,
    doOwnWork,
    sendMessages,
    sendMessages,
    correctContact,
    judge,
    plant,
    connectDevice,
    readBell,
    ...createSettingsActions(),
  ];
}

/** Settings that every account can change. */
export function createSettingsActions(): WriterAction[] {
  return [
    async (writer) => {
      const width = 360 + writer.random.below(361);
      await writer.write(
        'save_interface_settings',
        { assistant_width: width },
        { thing: 'settings', marker: writer.accountId, has: { width: String(width) } },
      );
    },
    async (writer) => {
      const mail = writer.random.next() < 0.5;
      await writer.write(
        'set_notification_preferences',
        { topics: { reminders: { mail } } },
        { thing: 'preferences', marker: writer.accountId, has: { reminders: String(mail) } },
      );
    },
    async (writer) => {
      const language = writer.random.pick(['en', 'ru'] as const);
      await writer.write(
        'edit_profile',
        { language },
        { thing: 'account', marker: writer.accountId, has: { language } },
      );
    },
  ];
}
