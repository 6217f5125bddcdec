import { join } from 'node:path';
import type { Pool } from '../../base/db/connect.ts';
import { openDatabase } from '../../base/db/open.ts';
import { type Config, ConfigurationError, readConfig } from '../../config.ts';
import { openBlobStore } from '../../engines/media/open-blob-store.ts';
import { checkAddress, checkProxy } from '../../features/installation/doctor/address-checks.ts';
import {
  checkBackups,
  checkDatabase,
  checkPeople,
  checkSchema,
  checkWork,
} from '../../features/installation/doctor/database-checks.ts';
import { checkDelivery } from '../../features/installation/doctor/delivery-check.ts';
import {
  chooseExitCode,
  type Finding,
  fault,
  guardCheck,
  ok,
} from '../../features/installation/doctor/finding.ts';
import { checkKey } from '../../features/installation/doctor/key-check.ts';
import { checkDisk, checkFiles, checkRedis } from '../../features/installation/doctor/machine-checks.ts';
import { checkMail } from '../../features/installation/doctor/mail-check.ts';
import { checkPush } from '../../features/installation/doctor/push-check.ts';
import { readSettings } from '../../features/installation/installation.ts';
import { nameKeyPlace } from '../../features/installation/unopened-secrets.ts';
import { selectMailTransport } from '../../features/mail/mail-transport.ts';
import { deriveKey, loadSecretKey } from '../../secret-key.ts';
import { createDeviceBox, createSettingsBox } from '../../settings-box.ts';
import { pingRedis } from '../transport/redis-url.ts';
import type { Command } from './command.ts';

export const doctorCommand: Command = {
  options: {
    mail: { type: 'string', help: 'send an email to this address' },
    json: { type: 'boolean', help: 'for programs: an array of {subject, state, text}' },
  },
  details:
    'Works beside the running service and changes nothing. Exit code: 0 fine, 1 something to look at, 2 something is broken.',
  async run(given) {
    const findings = await examine(given.option('mail'));
    if (given.flag('json')) console.log(JSON.stringify(findings.map(({ ru: _, ...finding }) => finding)));
    else for (const { subject, state, text } of findings) console.log(formatFinding(subject, state, text));
    return chooseExitCode(findings);
  },
};

const stateLabels = { ok: 'ok', warning: 'LOOK', fault: 'FAULT' } as const;

const formatFinding = (subject: string, state: Finding['state'], text: string) =>
  `${stateLabels[state].padEnd(6)}${subject.padEnd(15)}${text}`;

async function examine(mailTo: string | undefined): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) return [fault('configuration', error.message)];
    throw error;
  }
  const findings: Finding[] = [ok('configuration', { en: 'can be used', ru: 'годится' })];
  const store = openBlobStore(config.mediaUrl, join(config.dataDir, 'media'), process.env);
  const { redisUrl } = config;
  const ping = redisUrl === undefined ? null : () => pingRedis(redisUrl);
  findings.push(
    ...(await guardCheck('disk', () => checkDisk(config.dataDir))),
    ...(await guardCheck('files', () => checkFiles(store, config.mediaUrl !== undefined))),
    ...(await guardCheck('redis', () => checkRedis(ping))),
  );
  await store.close();
  const inDatabase = await guardCheck('database', () => examineWithDatabase(config, mailTo));
  return [...findings, ...inDatabase];
}

async function examineWithDatabase(config: Config, mailTo: string | undefined): Promise<Finding[]> {
  const database = await openDatabase(config, () => {}, { join: true });
  try {
    const { pool } = database;
    const findings = [
      ...(await guardCheck('database', () => checkDatabase(pool))),
      ...(await guardCheck('schema', () => checkSchema(pool))),
    ];
    // Without the tables the rest would only repeat that they are missing.
    if (findings.some(({ state }) => state === 'fault')) return findings;
    return [...findings, ...(await examineSettings(config, pool, mailTo))];
  } finally {
    await database.close();
  }
}

async function examineSettings(config: Config, pool: Pool, mailTo: string | undefined): Promise<Finding[]> {
  const secretKey = await loadSecretKey(config);
  const boxes = {
    settings: createSettingsBox(config, secretKey),
    devices: createDeviceBox(config, secretKey),
  };
  const settings = await readSettings(pool, boxes.settings);
  const baseUrl = config.isBaseUrlSet
    ? config.baseUrl
    : (settings.base_url ?? settings.service_url ?? config.baseUrl);
  const isBaseUrlSet = config.isBaseUrlSet || settings.base_url !== undefined;
  const smtpUrl = config.smtpUrl ?? settings.smtp_url;
  const mail = selectMailTransport({ smtpUrl, baseUrl });
  const checks: [string, () => Promise<Finding | readonly Finding[]>][] = [
    ['roles', () => checkPeople(pool)],
    ['work', () => checkWork(pool)],
    ['key', () => checkKey(pool, boxes, nameKeyPlace(config))],
    ['backup', () => checkBackups(pool, new Date())],
    ['mail', () => checkMail({ smtpUrl, baseUrl, mail }, mailTo)],
    ['delivery', () => checkDelivery(pool, new Date())],
    ['push', () => checkPush(pool, new Date())],
    ['address', () => checkAddress(baseUrl, isBaseUrlSet)],
    ['proxy', () => checkProxy(baseUrl, deriveKey(secretKey, 'proxy probe'))],
  ];
  const findings: Finding[] = [];
  for (const [subject, check] of checks) findings.push(...(await guardCheck(subject, check)));
  // A service that does not answer says nothing about its proxy.
  const isSilent = findings.some(({ subject, state }) => subject === 'address' && state === 'fault');
  return isSilent ? findings.filter(({ subject }) => subject !== 'proxy') : findings;
}
