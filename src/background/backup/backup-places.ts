import { stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { BackupPlaces } from '../../domain/kernel/ports.ts';
import { type BackupPlace, checkPlace } from './backup-place.ts';

/** What the page of backups asks about a place before and after it is chosen. */
export function createBackupPlaces(
  config: { dataDir: string; backupAt: number },
  keyPlace: BackupPlaces['keyPlace'],
  openPlace: (to: string) => BackupPlace,
): BackupPlaces {
  return {
    async check(to) {
      const place = openPlace(to);
      try {
        await checkPlace(place);
      } finally {
        await place.close();
      }
    },
    async isBesideData(to) {
      if (to.startsWith('s3:')) return false;
      const [folder, data] = [await findDisk(to), await findDisk(config.dataDir)];
      return folder === data;
    },
    isInsideData: (to) =>
      !to.startsWith('s3:') && join(resolve(to), sep).startsWith(join(config.dataDir, sep)),
    at: config.backupAt,
    keyPlace,
  };
}

/** Of the nearest folder that exists. */
async function findDisk(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => undefined);
  return found?.dev ?? (dirname(folder) === folder ? 0 : findDisk(dirname(folder)));
}
