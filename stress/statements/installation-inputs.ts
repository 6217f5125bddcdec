import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createSetupLink } from '../../src/features/installation/setup.ts';
import { password } from '../../test/oauth/oauth-test-client.ts';
import type { ActionInputs } from './action-cases.ts';

/** Takes every email; ends with the process. */
async function startMailServer(): Promise<number> {
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, taken) {
      stream.resume().on('end', () => taken());
    },
  });
  await new Promise<void>((done) => mail.listen(0, '127.0.0.1', () => done()));
  mail.server.unref();
  return (mail.server.address() as { port: number }).port;
}

/** Stays empty: what is tried there is removed again. */
let backupFolder: Promise<string> | undefined;
let mailPort: Promise<number> | undefined;

/** What operators do with the installation. */
export const installationInputs: ActionInputs = {
  configure_mail: {
    who: 'moderator',
    async make({ service }) {
      await service.db`delete from installation_setting where name = 'smtp_url'`;
      mailPort ??= startMailServer();
      const plain = { security: 'starttls', username: '', password: '', from: 'village@example.org' };
      return { server: { host: '127.0.0.1', port: await mailPort, ...plain } };
    },
    mayRepeat: true,
  },
  configure_backups: {
    who: 'moderator',
    async make({ service }) {
      await service.db`delete from job where queue = 'backup'`;
      backupFolder ??= mkdtemp(join(tmpdir(), 'settlements-backups-'));
      return { place: { folder: await backupFolder, encryption: 'none' } };
    },
    mayRepeat: true,
  },
  run_job_again: {
    who: 'moderator',
    async make({ service: { db, newId } }) {
      await db`delete from job where queue = 'given_up'`;
      const id = newId();
      await db`
        insert into job (id, queue, run_at, last_error, failed_at, created_at)
        values (${id}, 'given_up', now(), 'It broke.', now(), now())`;
      return { job: id };
    },
    mayRepeat: true,
  },
  create_first_operator: {
    who: 'moderator',
    async make({ service, word }) {
      await service.db`update account set is_operator = false`;
      const link = await createSetupLink(service.pool, new Date());
      const token = new URL(String(link), 'http://localhost').searchParams.get('token');
      const browser = { user_agent: 'a browser', address: '127.0.0.1' };
      const email = `operator.${word().replace(/\D/g, '')}@example.org`;
      return { token, email, display_name: 'Первый', password, browser };
    },
  },
  // Last: from now on the service is at another address.
  configure_address: {
    who: 'moderator',
    async make({ word }) {
      return { url: `https://${word().replace(/\D/g, '')}.example` };
    },
    mayRepeat: true,
  },
};
