import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { runLandImport } from '../../features/land-import/import-job.ts';
import { failImport } from '../../store/land/land-imports.ts';

/** Land files uploaded on a page; one at a time, because each locks the register of its settlement. */
export function landImportWorker(services: () => Pick<Services, 'geometry'>): Worker {
  return {
    queue: 'land_import',
    concurrency: 1,
    lockSeconds: 900,
    attempts: 3,
    handle: ({ import: id }, { pool, now, newId }) =>
      runLandImport(String(id), { pool, now, newId, geometry: services().geometry }),
    giveUp: ({ import: id }, { pool }) => failImport(pool, String(id)),
  };
}
