import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { enqueueAccountEmail } from '../../src/features/mail/account-emails.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createSmtpTransport, type MailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import {
  type ScriptedSmtpServer,
  type SmtpFault,
  type SmtpStage,
  smtpStages,
  startScriptedSmtpServer,
} from './scripted-smtp-server.ts';

let offset = 0;
const now = () => new Date(Date.now() + offset);
const ids = createSnowflakes(
  () => 1000,
  () => now().getTime(),
);
const newId = () => ids.next();

const faults: readonly SmtpFault[] = ['drop', 'hang', 421, 451, 554];

/** A final refusal is of the address at RCPT, of the email at DATA and after it; elsewhere it may pass. */
const isFinal = (stage: SmtpStage, fault: SmtpFault) =>
  fault === 554 && (stage === 'RCPT' || stage === 'DATA' || stage === 'taken');

describe('a mail server that fails at each stage of the dialogue', () => {
  let service: TestService;
  let village: Village;
  let server: ScriptedSmtpServer;
  let transport: MailTransport;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    server = await startScriptedSmtpServer();
  });
  after(() => server.close());
  /** Nothing written and nobody paused, and a connection that is not open yet. */
  async function prepare() {
    server.fault = undefined;
    server.kept.length = 0;
    await service.db`delete from letter`;
    await service.db`update account set mail_paused_at = null`;
    transport = createSmtpTransport(server.url, service.url, 300);
  }

  const write = () =>
    service.pool.begin((db) =>
      enqueueAccountEmail(
        db,
        {
          ...{ accountId: village.accounts.resident, to: 'resident@example.org', language: 'ru' },
          ...{ template: 'reset_password', link: `${service.url}/reset?code=1` },
        },
        { now, newId },
      ),
    );
  const deliver = () =>
    deliverMail({
      ...{ pool: service.pool, transport, baseUrl: service.url, now, newId },
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal: new AbortController().signal,
    });
  const read = async () => {
    const [row] = await service.db<{ state: string; id: string; error: string | null; paused: boolean }[]>`
      select l.state, l.message_id as id, l.last_error as error, a.mail_paused_at is not null as paused
        from letter l join account a on a.id = l.account_id`;
    return row ?? assert.fail('the email is lost');
  };

  for (const stage of smtpStages)
    it(`at ${stage}: the outbox says what happened, and the email leaves once when the server is well again`, async () => {
      for (const fault of faults) {
        const where = `${fault} at ${stage}`;
        await prepare();
        await write();
        server.fault = { stage, fault };
        await deliver();
        server.fault = undefined;
        const first = await read();
        assert.equal(first.state, isFinal(stage, fault) ? 'refused' : 'waiting', where);
        assert.ok(first.error, `${where}: the operator reads why`);
        assert.equal(first.paused, isFinal(stage, fault) && stage === 'RCPT', where);
        const isKept = stage === 'taken' && typeof fault === 'string';
        assert.equal(server.kept.length, isKept ? 1 : 0, where);
        offset += 10 * 60_000;
        await deliver();
        assert.equal((await read()).state, isFinal(stage, fault) ? 'refused' : 'sent', where);
        // Nobody knows whether what was not answered has arrived: it comes again under the same name.
        const times = isFinal(stage, fault) ? 0 : isKept ? 2 : 1;
        assert.deepEqual(server.kept, Array(times).fill(first.id), where);
        await write();
        await deliver();
        assert.equal(server.kept.length, times + 1, `${where}: the next one leaves`);
        transport.close();
        await waitUntil(`${where}: no connection is left`, () => server.countConnections() === 0);
      }
    });
});
