import assert from 'node:assert/strict';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { sessionDays } from '../../src/features/accounts/new-session.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { startDemoService } from '../harness/demo.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { type ReceivedEmail, startMailServer } from '../mail/smtp-test-server.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { visibleText } from '../web/sign-in.ts';
import { CountedMeter, dayMs, dayOf, draw, inMoscow, monthAfter, seasonDays } from './year-figures.ts';
import { buildYearVillage, type Household } from './year-village.ts';

export const slug = 'berezovaya-roshcha';
/** What is lost on the way in every month of thirty days, and what leaks in one of them. */
export const usualLoss = 24;
export const leak = { month: 8, lost: 90 };

export type YearStage = Awaited<ReturnType<typeof prepareYear>>;

/** The demonstration's village with 74 meters, two people in browsers, a clock, and what must be counted. */
export async function prepareYear() {
  const mail = await startMailServer();
  const { service, access } = await startDemoService({ SMTP_URL: mail.url });
  const editor = access.accounts.editor.id;
  const { signal } = new AbortController();
  const quiet = { write: () => {} };
  const transport = createMailTransport({ smtpUrl: mail.url, baseUrl: service.url, console: quiet });
  addFileCleanup(async () => transport?.close());
  const now = () => new Date(Date.now() + service.clock.offset);
  const goTo = (moment: number) => {
    service.clock.offset = moment - Date.now();
  };
  // Nothing of the demonstration lies ahead of it.
  const first = monthAfter(dayOf(Date.now()).slice(0, 7), 2);
  const begin = inMoscow(monthAfter(first, -1), 27, 9);
  goTo(begin);
  const place = { settlement: access.settlement, editor, moment: now() };
  const { households, main } = await buildYearVillage(service, place);
  const perDay = new Map(households.map(({ plot, meter }) => [meter, (60 + draw(plot, 400)) / 1000]));
  const all = [...perDay.values()].reduce((sum, each) => sum + each, 0);
  const [leakFrom, leakTo] = [leak.month - 1, leak.month].map((count) =>
    inMoscow(monthAfter(first, count), 25, 24),
  );
  const leaked = (moment: number) =>
    leak.lost * Math.min(1, Math.max(0, (moment - (leakFrom ?? 0)) / ((leakTo ?? 0) - (leakFrom ?? 0))));
  const counted = new Map(
    [...perDay].map(([meter, pace]) => [
      meter,
      new CountedMeter(10 + draw(meter, 900), (moment) => pace * seasonDays(begin, moment)),
    ]),
  );
  counted.set(
    main,
    new CountedMeter(
      5000,
      (moment) =>
        all * seasonDays(begin, moment) + (usualLoss / 30) * ((moment - begin) / 86_400_000) + leaked(moment),
    ),
  );

  const browsers = {} as Record<'resident' | 'editor', Browser>;
  const signedInAt = { resident: 0, editor: 0 };
  const signIn = async (who: keyof typeof browsers) => {
    const browser = openBrowser(service, service.url, 'ru');
    const { email, password } = access.accounts[who];
    const { status } = await browser.submit(await browser.get('/login'), '/login', { email, password });
    assert.equal(status, 303);
    await browser.get('/more?lang=ru');
    browsers[who] = browser;
    signedInAt[who] = now().getTime();
  };
  for (const who of ['resident', 'editor'] as const) await signIn(who);
  /** Sessions end within a year: a new one begins in time, so that none ends between two requests. */
  const open = async (who: keyof typeof browsers, path: string): Promise<string> => {
    if (now().getTime() - signedInAt[who] > (sessionDays / 2) * dayMs) await signIn(who);
    const { status, html } = await browsers[who].get(path);
    assert.equal(status, 200, path);
    return html;
  };

  const act = <Reply>(account: string, action: AnyDefinition<Reply>, input: object) =>
    runActionAs<Reply>(service, account, action, { ...input });

  /** Runs what sends announcements and emails until nothing of this moment is left; returns what arrived. */
  async function deliver(): Promise<{ to: string; text: string; email: ReceivedEmail }[]> {
    const since = mail.received.length;
    await deliverAnnouncements({ pool: service.pool, signal, now, newId: service.newId, sendsEmail: true });
    await deliverMail({
      pool: service.pool,
      transport,
      baseUrl: service.url,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal,
      now,
      newId: service.newId,
    });
    const texts = new Map(
      (
        await service.db<
          { id: string; text: string }[]
        >`select message_id as id, body_text as text from letter`
      ).map(({ id, text }) => [id, text.replaceAll(/\s+/g, ' ')]),
    );
    return mail.received
      .slice(since)
      .map((email) => ({ to: email.to, text: texts.get(email.messageId) ?? '', email }));
  }

  /** Somebody reads the dial now, or the board copies the reading of an earlier day from paper. */
  async function typeIn(
    house: Pick<Household, 'meter' | 'account'>,
    at: number,
    newDial?: number,
  ): Promise<void> {
    const figure = counted.get(house.meter) as CountedMeter;
    const isPaper = house.account === null;
    if (!isPaper) goTo(at);
    const formerEnd = newDial === undefined ? undefined : figure.dialAt(at);
    if (newDial !== undefined) figure.change(at, newDial);
    const number = figure.dialAt(at);
    const { reading } = await act<{ reading: string }>(house.account ?? editor, type_meter_reading, {
      meter: house.meter,
      // As people write it.
      number: String(number).replace('.', ','),
      ...(isPaper && { on: dayOf(at) }),
      ...(formerEnd !== undefined && { former_end: formerEnd }),
    });
    const [stored] = await service.db<
      { at: Date }[]
    >`select measured_at as at from meter_reading where id = ${reading}`;
    const moment = stored?.at.getTime() ?? 0;
    assert.ok(Math.abs(moment - at) < 60_000, `${new Date(moment)} is not ${new Date(at)}`);
    figure.note(moment, number);
  }

  return {
    service,
    access,
    editor,
    first,
    households,
    main,
    counted,
    now,
    goTo,
    act,
    deliver,
    typeIn,
    browsers,
    open,
    seeText: async (who: keyof typeof browsers, path: string) => visibleText(await open(who, path)),
  };
}
