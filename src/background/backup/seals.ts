import { createCipheriv, createDecipheriv, createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { nameCommand } from '../../base/site/command.ts';
import { BackupError } from './backup-error.ts';

/** Ties every chunk of a backup to all chunks before it. Calls have to be in the order of the chunks. */
export interface Seal {
  readonly tagBytes: number;
  close(head: Buffer, body: Buffer, isLast: boolean): { body: Buffer; tag: Buffer };
  /** Throws when anything differs from what was closed. */
  open(head: Buffer, body: Buffer, tag: Buffer, isLast: boolean): Buffer;
}

const altered = () => new BackupError('The backup was altered or damaged.');

/** Each tag is a hash of the tag before it and of the chunk. Finds damage; whoever forges it can compute it anew. */
export function createHashSeal(header: Buffer): Seal {
  let chain = createHash('sha256').update(header).digest();
  const advance = (head: Buffer, body: Buffer) => {
    chain = createHash('sha256').update(chain).update(head).update(body).digest();
    return chain;
  };
  return {
    tagBytes: 32,
    close: (head, body) => ({ body, tag: advance(head, body) }),
    open(head, body, tag) {
      if (!timingSafeEqual(advance(head, body), tag)) throw altered();
      return body;
    },
  };
}

/**
 * AES-256-GCM per chunk. The nonce is the number of the chunk and whether it is the last (the STREAM construction),
 * and the key is of this file alone, because its salt is random.
 */
export async function createKeySeal(header: Buffer, salt: Buffer, key: string): Promise<Seal> {
  const fileKey = await deriveFileKey(key, salt);
  let count = 0;
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(count, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    count += 1;
    return nonce;
  };
  return {
    tagBytes: 16,
    close(head, body, isLast) {
      const cipher = createCipheriv('aes-256-gcm', fileKey, nextNonce(isLast)).setAAD(
        Buffer.concat([header, head]),
      );
      const closed = Buffer.concat([cipher.update(body), cipher.final()]);
      return { body: closed, tag: cipher.getAuthTag() };
    },
    open(head, body, tag, isLast) {
      const isFirst = count === 0;
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nextNonce(isLast), { authTagLength: 16 })
        .setAAD(Buffer.concat([header, head]))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        throw isFirst
          ? new BackupError('BACKUP_KEY is not the key of this backup, or the backup was altered.')
          : altered();
      }
    },
  };
}

/** Whoever can write where backups lie can put one there that has no seal; with a key set it is not taken for one's own. */
export function refuseUnsealed(key: string | undefined): void {
  if (key === undefined) return;
  throw new BackupError(
    `The backup is not sealed with BACKUP_KEY: anybody who can write where it lies may have made it. If you know that it is yours, add --unsealed to ${nameCommand('restore')} or ${nameCommand('backup verify')}.`,
  );
}

/** A backup is read several times in a row, and deriving its key is slow on purpose. */
let lastDerived: { key: string; salt: Buffer; fileKey: Promise<Buffer> } | undefined;

function deriveFileKey(key: string, salt: Buffer): Promise<Buffer> {
  if (lastDerived?.key !== key || !lastDerived.salt.equals(salt))
    lastDerived = { key, salt: Buffer.from(salt), fileKey: derive(key, salt) };
  return lastDerived.fileKey;
}

function derive(key: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}
