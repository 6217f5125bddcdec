import type { Pool } from '../../base/db/connect.ts';
import { Secret, type SecretBox, SecretUnreadable } from '../../base/encryption/secret-box.ts';
import type { BackupDestination, Installation } from '../../domain/kernel/ports.ts';
import { findCurrentPolicy } from '../../store/accounts/policies.ts';
import {
  listSettings,
  replaceSealedSetting,
  type SettingName,
  saveSetting,
} from '../../store/system/installation.ts';
import { selectMailTransport } from '../mail/mail-transport.ts';

/** The part of the configuration that can also be set on pages; a value of the environment wins. */
export interface InstallationConfig {
  readonly baseUrl: string;
  readonly isBaseUrlSet: boolean;
  readonly smtpUrl: string | undefined;
  readonly backupTo?: string | undefined;
  readonly backupKey?: string | undefined;
}

type Settings = Partial<Record<SettingName, string>>;

const sealName = (name: SettingName) => `setting ${name}`;

export function sealSetting(box: SecretBox, name: SettingName, value: string): string {
  return box.seal(new Secret(value), sealName(name));
}

/** Seals under the current key what a former one still opens; what no key opens stays. */
async function resealSettings(pool: Pool, box: SecretBox): Promise<void> {
  for (const row of await listSettings(pool)) {
    try {
      const resealed = box.reseal(row.sealed, sealName(row.name));
      if (resealed !== null) await replaceSealedSetting(pool, row, resealed);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
}

/** A value that no key opens counts as not set: the operator enters it again. */
export async function readSettings(pool: Pool, box: SecretBox): Promise<Settings> {
  const settings: Settings = {};
  for (const { name, sealed } of await listSettings(pool)) {
    try {
      settings[name] = box.open(sealed, sealName(name)).reveal();
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
  return settings;
}

/**
 * Where people open the service, for links that a command prints or sends: the environment, the setting, or the
 * address at which the service was started last.
 */
export async function findServiceUrl(
  pool: Pool,
  config: InstallationConfig,
  box: SecretBox,
): Promise<string> {
  if (config.isBaseUrlSet) return config.baseUrl;
  const { base_url, service_url } = await readSettings(pool, box);
  return base_url ?? service_url ?? config.baseUrl;
}

/** What the service remembers for its commands: its address. */
export async function rememberSetting(
  pool: Pool,
  box: SecretBox,
  name: 'service_url',
  value: string,
): Promise<void> {
  const known = await readSettings(pool, box);
  if (known[name] !== value) await saveSetting(pool, name, sealSetting(box, name, value), new Date());
}

/** What the page of backups saves, as one setting: place and key change together. */
export interface BackupSetting extends BackupDestination {
  since: Date;
  key: string | undefined;
}

export function formatBackupSetting({ to, key, since }: BackupSetting): string {
  return JSON.stringify({ to, key, since: since.toISOString() });
}

function parseBackupSetting(saved: string | undefined): BackupSetting | null {
  if (saved === undefined) return null;
  const { to, key, since } = JSON.parse(saved) as { to: string; key?: string; since: string };
  return { to, key, since: new Date(since) };
}

/** Milliseconds after which a use of the settings reads them again: another instance may have changed them. */
const maxAge = 10_000;

/** The installation's settings as they are now, while the service runs. */
export async function openInstallation(
  pool: Pool,
  config: InstallationConfig,
  box: SecretBox,
  { clock, onError }: { clock(): number; onError(error: unknown): void },
): Promise<Installation> {
  let settings: Settings = {};
  let policyVersion: number | null = null;
  let readAt = 0;

  async function reload(): Promise<void> {
    readAt = clock();
    const [read, policy] = await Promise.all([readSettings(pool, box), findCurrentPolicy(pool)]);
    settings = read;
    policyVersion = policy && (policy.privacy || policy.terms) ? policy.version : null;
  }
  /** Answers at once with what is known; the next use has what is read meanwhile. */
  function current(): Settings {
    if (clock() - readAt > maxAge) reload().catch(onError);
    return settings;
  }

  const savedBackup = () => parseBackupSetting(current().backup);
  await reload();
  const installation: Installation = {
    get baseUrl() {
      return config.isBaseUrlSet ? config.baseUrl : (current().base_url ?? config.baseUrl);
    },
    get isBaseUrlSet() {
      return config.isBaseUrlSet || current().base_url !== undefined;
    },
    get smtpUrl() {
      return config.smtpUrl ?? current().smtp_url;
    },
    get mail() {
      return selectMailTransport(installation);
    },
    get policyVersion() {
      current();
      return policyVersion;
    },
    get backup() {
      if (config.backupTo !== undefined) return { to: config.backupTo, since: null };
      return savedBackup();
    },
    get backupKey() {
      return config.backupKey ?? savedBackup()?.key;
    },
    ofEnvironment: {
      baseUrl: config.isBaseUrlSet,
      mail: config.smtpUrl !== undefined,
      backup: config.backupTo !== undefined,
      backupKey: config.backupKey !== undefined,
    },
    seal: (name, value) => sealSetting(box, name, value),
    reseal: () => resealSettings(pool, box),
    reload,
  };
  return installation;
}
