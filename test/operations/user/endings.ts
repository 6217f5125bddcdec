import assert from 'node:assert/strict';
import type { AnyDefinition } from '../../../src/domain/kernel/operation.ts';
import { createAccountRequestsWorker } from '../../../src/features/accounts/account-requests.ts';
import { change_email } from '../../../src/features/accounts/change_email.ts';
import { confirm_new_email } from '../../../src/features/accounts/confirm_new_email.ts';
import { confirm_registration_elsewhere } from '../../../src/features/accounts/confirm_registration_elsewhere.ts';
import { create_token } from '../../../src/features/accounts/create_token.ts';
import { register_account } from '../../../src/features/accounts/register_account.ts';
import { request_reset_email } from '../../../src/features/accounts/request_reset_email.ts';
import { reset_password } from '../../../src/features/accounts/reset_password.ts';
import { answer_board_invitation } from '../../../src/features/actions/answer_board_invitation.ts';
import { appeal_sanction } from '../../../src/features/actions/appeal_sanction.ts';
import { invite_to_board } from '../../../src/features/actions/invite_to_board.ts';
import { issue_plot_codes } from '../../../src/features/actions/issue_plot_codes.ts';
import { make_calendar_link } from '../../../src/features/actions/make_calendar_link.ts';
import { propose_motion } from '../../../src/features/actions/propose_motion.ts';
import { refuse_motion } from '../../../src/features/actions/refuse_motion.ts';
import { set_second_member } from '../../../src/features/actions/set_second_member.ts';
import { insertAccount } from '../../../src/store/accounts/accounts.ts';
import { insertSanction } from '../../../src/store/accounts/sanctions.ts';
import { insertSession } from '../../../src/store/accounts/sessions.ts';
import { drainQueue } from '../../harness/jobs.ts';
import type { TestService } from '../../harness/service.ts';
import type { Village } from '../../harness/village.ts';
import { password } from '../../oauth/oauth-test-client.ts';
import { quickHash } from '../../oauth/quick-hash.ts';
import { requestUploadUrl, send, smallPicture } from '../media/uploads.ts';

const hour = 3_600_000;
const day = 24 * hour;
const settlement = 'berezka';

interface Person {
  account: string;
  session: string;
}

export interface Ending {
  /** As the table of docs/decisions/024 calls it. */
  name: string;
  lasts: number;
  /** Makes one now; the answer says whether it still holds at the clock of the service then. */
  make(): Promise<() => Promise<boolean>>;
}

export function listEndings(service: TestService, village: Village): Ending[] {
  /** Signed in for good, so that nothing else ends meanwhile. */
  async function createPerson(account = service.newId(), isKnown = false): Promise<Person> {
    const { db, newId } = service;
    const session = newId();
    if (!isKnown)
      await insertAccount(db, {
        id: account,
        email: `p${account}@example.org`,
        displayName: 'Анна',
        language: 'ru',
        passwordHash: await quickHash(password),
        emailConfirmedAt: new Date(),
        createdAt: new Date(),
      });
    await insertSession(db, {
      id: session,
      hash: Buffer.from(session.padStart(32, '0')),
      accountId: account,
      ...{
        host: '',
        userAgent: '',
        address: '',
        now: new Date(),
        expiresAt: new Date(Date.now() + 9999 * day),
      },
    });
    return { account, session };
  }

  function act<Reply>(definition: AnyDefinition<Reply>, input: object, who: Person | null): Promise<Reply> {
    const caller = {
      accountId: who?.account ?? null,
      isModerator: false,
      scopes: new Set(['mcp:read', 'mcp:write', 'mcp:private']),
      via: who === null ? 'nobody' : 'session',
      ...(who !== null && { sessionId: who.session }),
    };
    const call = {
      ...{ surface: 'page', bearer: undefined, origin: service.url, address: '127.0.0.1', language: 'en' },
      signal: new AbortController().signal,
    };
    return service.app.kernel.perform(definition, input as never, call as never, caller as never);
  }

  const known = (who: 'resident' | 'editor' | 'neighbour') => createPerson(village.accounts[who], true);

  const isDone = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: { kind?: string; status?: number }) => {
        if (error.kind === undefined && (error.status ?? 500) >= 500) throw error;
        return false;
      },
    );

  /** The secret in the newest letter. */
  async function readMail(): Promise<string> {
    await drainQueue(
      service,
      createAccountRequestsWorker({ consume: async () => ({ exceeded: false }) } as never),
    );
    const [row] = await service.db<
      { text: string }[]
    >`select body_text as text from letter order by id desc limit 1`;
    return /token=([\w-]+)/.exec(row?.text ?? '')?.[1] ?? assert.fail(row?.text ?? 'there is no letter');
  }

  return [
    {
      name: 'personal token',
      lasts: 30 * day,
      async make() {
        const { token } = await act(
          create_token,
          { name: 'test', scopes: ['mcp:read'], days: 30 },
          await createPerson(),
        );
        return () => isDone(service.client(token).show_me({}));
      },
    },
    {
      name: 'code of a plot',
      lasts: 90 * day,
      async make() {
        await service.db`delete from membership where parcel_id = ${village.plots.free}`;
        const parcel = village.plots.free;
        const { codes } = await act(
          issue_plot_codes,
          { settlement, parcel, replace: true },
          await known('editor'),
        );
        const code = codes[0]?.code as string;
        const { account } = await createPerson();
        return async () =>
          isDone((await service.as(account)).request_residency({ settlement, code, at_once: true }));
      },
    },
    {
      name: 'invitation to the board',
      lasts: 30 * day,
      async make() {
        await service.db`delete from board_invitation`;
        const who = await createPerson();
        const asked = { settlement, email: `p${who.account}@example.org`, reason: 'Ведёт кассу' };
        const { invitation } = await act(invite_to_board, asked, await known('editor'));
        return () => isDone(act(answer_board_invitation, { invitation, answer: 'declined' }, who));
      },
    },
    {
      name: 'motion',
      lasts: 30 * day,
      async make() {
        await service.db`delete from board_motion`;
        await service.db`update settlement set needs_second_member = false`;
        const [editor, second] = [await known('editor'), await known('neighbour')];
        await act(set_second_member, { settlement, wanted: true }, editor);
        const { motion } = await act(propose_motion, { settlement, kind: 'single_member' }, editor);
        await service.db`update settlement set needs_second_member = true`;
        return () => isDone(act(refuse_motion, { settlement, motion, reason: 'Нет' }, second));
      },
    },
    {
      name: 'appeal',
      lasts: 30 * day,
      async make() {
        const { db, newId } = service;
        const who = await known('resident');
        const id = newId();
        await insertSanction(db, {
          ...{
            id,
            accountId: who.account,
            settlementId: village.settlement.id,
            kind: 'warning',
            office: 'board',
          },
          ...{
            reportId: null,
            reason: 'Грубость',
            imposedBy: village.accounts.editor,
            imposedAt: new Date(),
          },
          until: null,
        } as never);
        return () => isDone(act(appeal_sanction, { sanction: id, words: 'Это не я.' }, who));
      },
    },
    {
      name: 'link that sets a password',
      lasts: hour,
      async make() {
        const { account } = await createPerson();
        await act(request_reset_email, { email: `p${account}@example.org` }, null);
        const token = await readMail();
        return () => isDone(act(reset_password, { token, password }, null));
      },
    },
    {
      name: 'link that confirms a registration',
      lasts: 3 * day,
      async make() {
        const email = `n${service.newId()}@example.org`;
        const person = { display_name: 'Анна', password, policies: true, policy_version: null };
        const browser_hash = Buffer.alloc(32, 1).toString('base64');
        await act(register_account, { ...person, email, browser_hash, next: null }, null);
        const token = await readMail();
        const browser = { user_agent: '', address: '127.0.0.1' };
        return () => isDone(act(confirm_registration_elsewhere, { ...person, token, browser }, null));
      },
    },
    {
      name: 'link that confirms another address',
      lasts: day,
      async make() {
        const who = await createPerson();
        await act(change_email, { email: `c${who.account}@example.org`, current_password: password }, who);
        const token = await readMail();
        return () => isDone(act(confirm_new_email, { token }, who));
      },
    },
    {
      name: 'address of a calendar',
      lasts: 365 * day,
      async make() {
        const { url } = await act(make_calendar_link, {}, await createPerson());
        return async () => (await fetch(url)).status === 200;
      },
    },
    {
      name: 'address of an upload',
      lasts: hour,
      async make() {
        const subject = { subject_type: 'parcel', subject_id: village.plots.resident } as const;
        const url = await requestUploadUrl(village.clients.resident, subject);
        return async () => (await send(url, await smallPicture())).status === 201;
      },
    },
  ];
}
