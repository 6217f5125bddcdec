import type { Pool } from '../../base/db/connect.ts';
import type { Config } from '../../config.ts';
import { findServiceUrl } from '../../features/installation/installation.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { createSettingsBox } from '../../settings-box.ts';

/** Where links of a command lead: to the service, whose address this shell's environment may not have. */
export async function findLinkOrigin(pool: Pool, config: Config): Promise<string> {
  return findServiceUrl(pool, config, createSettingsBox(config, await loadSecretKey(config)));
}
