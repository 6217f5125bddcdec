import type { Locator, Page } from 'playwright-core';
import type { Language } from '../../src/base/i18n/text.ts';
import { texts as contactTexts } from '../../src/entry/web/forms/wrong-number.tsx';
import { texts as directoryTexts } from '../../src/entry/web/pages/directory/directory.tsx';
import { texts as medalTexts } from '../../src/entry/web/pages/directory/review-form.tsx';
import { texts as adviceTexts } from '../../src/entry/web/pages/knowledge/knowledge-list.tsx';
import { texts as answerTexts } from '../../src/entry/web/pages/knowledge/search-answers.tsx';
import { texts as menuTexts } from '../../src/entry/web/pages/messages/conversation-menu.tsx';
import { texts as messageTexts } from '../../src/entry/web/pages/messages/messages.tsx';
import { texts as writeTexts } from '../../src/entry/web/pages/messages/new-message.tsx';
import { texts as newTaskTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { texts as taskTexts } from '../../src/entry/web/pages/tasks/task-list.tsx';
import { texts as homeTexts } from '../../src/entry/web/pages/village/home.tsx';
import { texts as joinTexts } from '../../src/entry/web/pages/village/join.tsx';
import { texts as villageTexts } from '../../src/entry/web/pages/village/settlement.tsx';
import { texts as rowTexts } from '../../src/entry/web/ui/contact-row.tsx';
import { texts as copyTexts } from '../../src/entry/web/ui/copyable.tsx';
import { texts as dockTexts } from '../../src/entry/web/ui/dock.tsx';
import { texts as medalNames } from '../../src/entry/web/ui/medal.tsx';
import { texts as formTexts } from '../../src/entry/web/ui/record-form.tsx';
import { texts as reviewTexts } from '../../src/entry/web/ui/reviews.tsx';
import { reportReasonTexts } from '../../src/entry/web/words/report-reason-texts.ts';
import type { TapCounter } from './tap-counter.ts';

/**
 * A signed-in user at Today, on a phone or a desktop. The numbered jobs of residents, done by the visible texts; the
 * caller checks the outcome.
 */
export interface JourneyUser {
  readonly page: Page;
  readonly language: Language;
  readonly taps: TapCounter;
  /** Inspects the current screen. */
  look(name: string): Promise<void>;
}

const labels = {
  more: { en: 'More', ru: 'Ещё' },
  messages: { en: 'Messages', ru: 'Сообщения' },
  village: { en: 'Village', ru: 'Посёлок' },
  task: { en: 'Task', ru: 'Задача' },
  tomorrow: { en: 'tomorrow', ru: 'завтра' },
} as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Job 1, starting at the settlement search. */
export async function askToJoin({ page, language, taps, look }: JourneyUser, plot: string): Promise<void> {
  await page.getByLabel(homeTexts.query[language]).and(page.locator('input')).pressSequentially('березка');
  await page.getByRole('option', { name: /СНТ Берёзка/ }).waitFor();
  await look('suggestions');
  await taps.option(/СНТ Берёзка/);
  await taps.link(villageTexts.live[language]);
  await page.getByLabel(joinTexts.plot[language]).fill(plot);
  await look('join');
  await taps.button(joinTexts.send[language]);
  await page.getByText(joinTexts.sent[language]).waitFor();
}

/** Job 7. */
export async function findAdvice(
  { page, language, taps, look }: JourneyUser,
  question: string,
  isReady: (field: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await taps.link(labels.more[language]);
  await taps.link(adviceTexts.title[language]);
  const field = page.getByLabel(adviceTexts.query[language]).and(page.locator('input'));
  await isReady(field);
  await field.fill(question);
  await field.press('Enter');
  await page.getByRole('heading', { name: answerTexts.answers[language] }).waitFor();
  await look('answers');
  await taps.button(answerTexts.copy[language], false);
  await page.getByText(copyTexts.copied[language]).first().waitFor();
}

/** First steps of jobs 9 and 10. */
async function openDirectory({ page, language, taps, look }: JourneyUser): Promise<void> {
  await taps.link(labels.village[language], true);
  await heading(page, 'СНТ Берёзка');
  await look('village');
  await taps.link(directoryTexts.title[language], true);
  await heading(page, directoryTexts.title[language]);
  await look('directory');
}

/** Job 9: up to the link that starts a call. */
export async function findNumber(worker: JourneyUser, name: string): Promise<ReturnType<Page['getByRole']>> {
  await openDirectory(worker);
  const { page, language } = worker;
  const call = page.getByRole('link', { name: `${rowTexts.call[language]} ${name}` });
  await call.waitFor();
  return call;
}

/** Job 9, starting in the directory. */
export async function correctNumber(
  { page, language, taps }: JourneyUser,
  contact: string,
  given: { number: string; note: string },
): Promise<void> {
  await taps.link(contact, true);
  await page.getByLabel(contactTexts.right[language]).fill(given.number);
  await page.getByLabel(formTexts.note[language]).fill(given.note);
  await taps.button(formTexts.send[language]);
}

/** Job 10. */
export async function giveMedal(
  worker: JourneyUser,
  contact: string,
  given: { words: string; picture: Buffer },
): Promise<void> {
  await openDirectory(worker);
  const { page, language, taps, look } = worker;
  await taps.link(contact, true);
  await taps.link(reviewTexts.give[language], true);
  await taps.radio(new RegExp(medalNames.gold[language]));
  await page.getByLabel(medalTexts.words[language]).fill(given.words);
  await taps.photograph('дрова.jpg', given.picture);
  await look('medal');
  await taps.button(medalTexts.send[language]);
  await page.getByText(medalTexts.sent[language]).waitFor();
}

/** Job 13, board side. */
export async function giveTask(
  { page, language, taps, look }: JourneyUser,
  given: { title: string; person: string },
): Promise<void> {
  await taps.button(dockTexts.write[language]);
  await taps.link(labels.task[language]);
  await page.getByLabel(newTaskTexts.what[language]).fill(given.title);
  await taps.chip(given.person);
  await taps.chip(labels.tomorrow[language]);
  await look('new-task');
  await taps.button(newTaskTexts.give[language]);
  await page.waitForURL(/\/tasks\/\d+$/);
}

/** Job 13, assignee side. */
export async function doTask({ page, language, taps }: JourneyUser, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).waitFor();
  await taps.button(`${taskTexts.done[language]} ${title}`);
  await page.getByText(title).waitFor({ state: 'detached' });
}

/** Job 14. */
export async function writeToPlot(
  { page, language, taps, look }: JourneyUser,
  given: { plot: string; said: string },
): Promise<void> {
  await taps.link(labels.messages[language]);
  await taps.link(messageTexts.write[language]);
  await page.getByLabel(writeTexts.plot[language]).fill(given.plot);
  await page.getByLabel(writeTexts.message[language], { exact: true }).fill(given.said);
  await look('new-message');
  await taps.button(writeTexts.send[language]);
  await page.waitForURL(/\/messages\/\d+$/);
  await page.getByText(given.said).last().waitFor();
}

/** Job 14, in the conversation. */
export async function reportMessage({ page, language, taps, look }: JourneyUser): Promise<void> {
  await taps.menu(menuTexts.more[language]);
  await taps.button(menuTexts.report[language]);
  await taps.chip(reportReasonTexts.spam[language]);
  await look('report');
  await taps.sheetButton('report-sheet', menuTexts.send[language]);
  await page.getByText(menuTexts.reported[language]).waitFor();
}

export async function blockConversation({ page, language, taps }: JourneyUser): Promise<void> {
  await taps.menu(menuTexts.more[language]);
  await taps.button(menuTexts.block[language]);
  await taps.sheetButton('block-sheet', menuTexts.block[language]);
  await page.getByText(menuTexts.blocked[language]).waitFor();
}
