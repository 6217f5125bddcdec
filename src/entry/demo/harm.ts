import { appeal_sanction } from '../../features/actions/appeal_sanction.ts';
import { impose_sanction } from '../../features/actions/impose_sanction.ts';
import type { DemoPart, World } from './world.ts';

/** People who wrote what they should not have, and what was decided about them. */
export const harm: DemoPart = {
  name: 'decisions about people',
  async load(world) {
    await warnOfRudeness(world);
    await silenceWithAppeal(world);
    world.daysAgo(0);
  },
};

/** By moderators, because a company was written to: decided, and long read. */
async function warnOfRudeness(world: World): Promise<void> {
  const { data: me } = await world.run('company', 'show_me', {});
  const company = me.companies.find(({ state }) => state === 'confirmed')?.company;
  if (company === undefined) return;
  world.daysAgo(48);
  const asked = 'Сколько возьмёте за пять колец под ключ?';
  const { data: first } = await world.run('outsider', 'send_message', {
    to: 'company',
    company,
    body: asked,
  });
  const { conversation } = first;
  await world.run('company', 'send_message', {
    conversation,
    body: 'Здравствуйте! От 42 000 рублей с доставкой, точнее скажем после замера.',
  });
  world.daysAgo(47);
  const { data: rude } = await world.run('outsider', 'send_message', {
    conversation,
    body: 'За такие деньги копайте себе сами, жульё.',
  });
  for (const reader of ['company', 'outsider'])
    await world.run(reader, 'read_conversation', { conversation, up_to: rude.number });
  world.daysAgo(46);
  const report = await world.run('company', 'write_task', {
    kind: 'report',
    message_id: rude.id,
    report_about: 'rude',
    title: 'Оскорбляет вместо ответа',
  });
  world.daysAgo(45);
  const reason = 'Торговаться можно, оскорблять нельзя.';
  await world.act('moderator', impose_sanction, { report: report.data.id, kind: 'warning', reason });
  await world.run('moderator', 'edit_task', { task: report.data.id, outcome: 'hidden', comment: reason });
}

/** By the board, for two weeks; the person appeals, and a moderator has not decided yet. */
async function silenceWithAppeal(world: World): Promise<void> {
  world.daysAgo(2);
  const settlement = world.settlement.slug;
  const { data: first } = await world.run('elena', 'send_message', {
    ...{ to: 'person', settlement, account: world.accounts.galina as string },
    body: 'Ваша собака опять лаяла до полуночи.',
  });
  const { conversation } = first;
  await world.run('galina', 'send_message', {
    conversation,
    body: 'Лена, я вторую неделю у дочки, собака со мной. Это не моя.',
  });
  const { data: rude } = await world.run('elena', 'send_message', {
    conversation,
    body: 'Враньё. Весь посёлок знает, какая вы лгунья, и я всем напомню.',
  });
  for (const reader of ['galina', 'elena'])
    await world.run(reader, 'read_conversation', { conversation, up_to: rude.number });
  const report = await world.run('galina', 'write_task', {
    kind: 'report',
    message_id: rude.id,
    report_about: 'rude',
    title: 'Оскорбляет',
    body: 'Пишет так уже не первый раз.',
  });
  world.daysAgo(1.5);
  const { id: sanction } = await world.act('editor', impose_sanction, {
    ...{ report: report.data.id, kind: 'silence', days: 14 },
    reason: 'Оскорбления соседей, после устного замечания.',
  });
  await world.run('editor', 'edit_task', { task: report.data.id, outcome: 'hidden' });
  world.daysAgo(0.5);
  await world.act('elena', appeal_sanction, {
    sanction,
    words:
      'Погорячилась, перед Галиной Фёдоровной уже извинилась. Две недели — слишком строго: я веду список на дрова.',
  });
}
