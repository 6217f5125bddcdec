import type { Pool } from '../../../base/db/connect.ts';
import type { Text } from '../../../base/i18n/text.ts';
import type { Installation } from '../../../domain/kernel/ports.ts';
import type { BlobStore } from '../../../engines/media/blob-store.ts';
import type { SecretBoxes } from '../unopened-secrets.ts';
import { checkAddress, checkProxy } from './address-checks.ts';
import { checkBackups, checkDatabase, checkPeople, checkSchema, checkWork } from './database-checks.ts';
import { checkDelivery } from './delivery-check.ts';
import { type Finding, guardCheck, warning } from './finding.ts';
import { checkKey } from './key-check.ts';
import { checkDisk, checkFiles, checkRedis } from './machine-checks.ts';
import { checkMail } from './mail-check.ts';
import { checkPush } from './push-check.ts';

export interface DoctorOptions {
  pool: Pool;
  installation: Pick<Installation, 'baseUrl' | 'isBaseUrlSet' | 'smtpUrl' | 'mail'>;
  store: BlobStore;
  isS3: boolean;
  dataDir: string;
  /** Null: Redis is not used. */
  pingRedis: (() => Promise<void>) | null;
  probeKey: Buffer;
  boxes: SecretBoxes;
  /** Where the key is that no backup contains. */
  keyPlace: Text;
  now(): Date;
}

export interface Examination {
  findings: readonly Finding[];
  at: Date;
}

/** The doctor of the running service, for the operator's page. */
export interface Doctor {
  examine(): Promise<Examination>;
}

/** The page may be opened and reloaded at will: other servers are asked once a minute at most. */
const maxAge = 60_000;
/** A server that hangs does not hold up what is known of the others. */
const maxWait = 4_000;

type Check = readonly [subject: string, check: () => Promise<Finding | readonly Finding[]>];

export function createDoctor(options: DoctorOptions, patience = maxWait): Doctor {
  let last: { at: Date; answers: ReturnType<typeof ask>[] } | undefined;
  const ask = ([subject, check]: Check) => {
    const answer: { subject: string; findings?: readonly Finding[]; done: Promise<void> } = {
      subject,
      done: guardCheck(subject, check).then((findings) => {
        answer.findings = findings;
      }),
    };
    return answer;
  };
  return {
    async examine() {
      const now = options.now();
      if (last === undefined || Math.abs(now.getTime() - last.at.getTime()) > maxAge)
        last = { at: now, answers: listChecks(options).map(ask) };
      const { at, answers } = last;
      await Promise.race([Promise.all(answers.map(({ done }) => done)), pause(patience)]);
      return { at, findings: answers.flatMap(({ subject, findings }) => findings ?? [noAnswerYet(subject)]) };
    },
  };
}

const pause = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds).unref();
  });

const noAnswerYet = (subject: string) =>
  warning(subject, {
    en: 'No answer yet. Open this page again in a minute.',
    ru: 'Ответа пока нет. Откройте страницу ещё раз через минуту.',
  });

function listChecks(options: DoctorOptions): Check[] {
  const { pool, installation, now } = options;
  const { baseUrl, isBaseUrlSet, smtpUrl, mail } = installation;
  return [
    ['disk', () => checkDisk(options.dataDir)],
    ['files', () => checkFiles(options.store, options.isS3)],
    ['database', () => checkDatabase(pool)],
    ['schema', () => checkSchema(pool)],
    ['redis', () => checkRedis(options.pingRedis)],
    ['work', () => checkWork(pool)],
    ['mail', () => checkMail({ smtpUrl, baseUrl, mail }, undefined)],
    ['delivery', () => checkDelivery(pool, now())],
    ['push', () => checkPush(pool, now())],
    ['key', () => checkKey(pool, options.boxes, options.keyPlace)],
    ['backup', () => checkBackups(pool, now())],
    ['address', () => checkAddress(baseUrl, isBaseUrlSet)],
    ['proxy', () => checkProxy(baseUrl, options.probeKey)],
    ['roles', () => checkPeople(pool)],
  ];
}
