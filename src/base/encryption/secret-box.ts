import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

/** A secret in memory that no log, template or JSON can print by accident. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor() {
    super('The stored secret cannot be opened with the configured keys');
  }
}

export interface SecretBox {
  /** Identifies the current key without revealing it. */
  readonly keyId: string;
  /** Prefix of every envelope sealed with the current key. */
  readonly prefix: string;
  /** Prefixes of the envelopes that open. */
  readonly prefixes: readonly string[];
  seal(secret: Secret, connectionId: string): string;
  open(envelope: string, connectionId: string): Secret;
  /** Seals with the current key; null if it already is. */
  reseal(envelope: string, connectionId: string): string | null;
}

interface DerivedKey {
  readonly id: string;
  readonly key: Buffer;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;
const maxSecretBytes = 8192;

/** `current` seals; `former` keys only open, until everything has been resealed. */
export function createSecretBox(current: string, former: readonly string[] = []): SecretBox {
  const sealing = deriveKey(current);
  const prefixOf = ({ id }: DerivedKey) => `${version}.${id}.`;
  const prefix = prefixOf(sealing);
  const byId = new Map([...former.map(deriveKey), sealing].map((derived) => [derived.id, derived]));

  const seal = (secret: Secret, connectionId: string): string => {
    const plain = Buffer.from(secret.reveal(), 'utf8');
    if (plain.length > maxSecretBytes) throw new RangeError('The secret is too long');
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', sealing.key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(associatedData(sealing.id, connectionId));
    const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return `${prefix}${sealed.toString('base64url')}`;
  };

  const open = (envelope: string, connectionId: string): Secret => {
    const { keyId, sealed } = readEnvelope(envelope);
    const derived = byId.get(keyId);
    if (!derived) throw new SecretUnreadable();
    try {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', derived.key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(associatedData(keyId, connectionId));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const plain = Buffer.concat([
        decipher.update(sealed.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]);
      return new Secret(plain.toString('utf8'));
    } catch {
      throw new SecretUnreadable();
    }
  };

  const reseal = (envelope: string, connectionId: string): string | null =>
    readEnvelope(envelope).keyId === sealing.id ? null : seal(open(envelope, connectionId), connectionId);

  return { keyId: sealing.id, prefix, prefixes: [...byId.values()].map(prefixOf), seal, open, reseal };
}

function readEnvelope(envelope: string): { keyId: string; sealed: Buffer } {
  const [found, keyId = '', data = '', ...rest] = envelope.slice(0, 2 * maxSecretBytes).split('.');
  const sealed = Buffer.from(data, 'base64url');
  if (found !== version || rest.length > 0 || sealed.length < nonceBytes + tagBytes) {
    throw new SecretUnreadable();
  }
  return { keyId, sealed };
}

/** Binds the envelope to its connection: copied into another row it does not open. */
function associatedData(keyId: string, connectionId: string): Buffer {
  return Buffer.from(`settlements device secret ${version} ${keyId} ${connectionId}`, 'utf8');
}

function deriveKey(master: string): DerivedKey {
  if (master.length < 16) throw new RangeError('SECRET_KEY is too short');
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(master, 'utf8'), 'settlements', purpose, bytes));
  return { id: derive('device secrets: key id', 6).toString('hex'), key: derive('device secrets: key', 32) };
}
