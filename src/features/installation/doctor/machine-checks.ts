import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { formatFileSize } from '../../../domain/rules/file-size.ts';
import type { BlobStore } from '../../../engines/media/blob-store.ts';
import { checkBlobStore } from '../../../engines/media/open-blob-store.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const gigabyte = 1024 ** 3;
const leastFree = 0.5 * gigabyte;
const comfortablyFree = 2 * gigabyte;

export async function checkDisk(dataDir: string): Promise<Finding> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const en = `${(free / gigabyte).toFixed(1)} GB free in ${dataDir}`;
  const ru = `Свободно ${formatFileSize(free, 'ru')} в ${dataDir}`;
  if (free < leastFree)
    return fault('disk', {
      en: `${en}: make room, the database stops when it is full.`,
      ru: `${ru}: освободите место, на полном диске база остановится.`,
    });
  return free < comfortablyFree
    ? warning('disk', { en: `${en}: make room soon.`, ru: `${ru}: скоро понадобится место.` })
    : ok('disk', { en, ru });
}

export async function checkFiles(store: BlobStore, isS3: boolean): Promise<Finding> {
  await checkBlobStore(store);
  return isS3
    ? ok('files', { en: 'the bucket answers', ru: 'хранилище S3 отвечает' })
    : ok('files', { en: 'in the data folder', ru: 'в папке данных' });
}

export async function checkRedis(ping: (() => Promise<void>) | null): Promise<Finding> {
  if (ping === null)
    return ok('redis', {
      en: 'not used: one instance counts rate limits by itself',
      ru: 'не нужен: один экземпляр считает лимиты сам',
    });
  try {
    await ping();
    return ok('redis', { en: 'answers', ru: 'отвечает' });
  } catch (error) {
    const { message } = error as Error;
    return fault('redis', {
      en: `Does not answer (${message}): check REDIS_URL and the server.`,
      ru: `Не отвечает (${message}): проверьте REDIS_URL и сам сервер.`,
    });
  }
}
