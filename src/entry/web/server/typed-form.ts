import { decryptFor, encryptFor, mac } from '../../../features/oauth/sealed.ts';
import { formFields } from '../ui/form-field-names.ts';

/** Content of a form that was posted after its session expired. */
export interface TypedForm {
  /** Its author; it is never shown to anybody else. */
  readonly account: string;
  /** Path pattern of the page, path parameters, and name of the action. */
  readonly page: string;
  readonly names: Readonly<Record<string, string>>;
  readonly action: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly hadFiles: boolean;
}

interface Parts {
  readonly key: Buffer;
  now(): Date;
}

const lifetime = 86_400_000;
/** Encrypted and base64-encoded it still fits the small form limit of anonymous visitors. */
const longest = 180_000;
const own: ReadonlySet<string> = new Set(Object.values(formFields));
const isSecret = (name: string) => /pass|secret|token|key/i.test(name);

/** Encrypts the form, without secret fields; null when it is too large for the sign-in form. */
export function sealTyped(parts: Parts, typed: TypedForm): string | null {
  const fields = typed.fields.filter(([name]) => !own.has(name) && !isSecret(name));
  const text = JSON.stringify({ ...typed, fields, until: parts.now().getTime() + lifetime });
  if (Buffer.byteLength(text) > longest) return null;
  return encryptFor(secretOf(parts), text).toString('base64url');
}

/** Decrypts a form without checking who asks: callers must compare the account before showing it. */
export function readTyped(parts: Parts, sealed: string): { typed: TypedForm; until: number } | null {
  if (sealed === '') return null;
  const opened = decryptFor(secretOf(parts), Buffer.from(sealed, 'base64url'));
  if (opened === null) return null;
  const { until, ...typed } = JSON.parse(opened) as TypedForm & { until: number };
  return until <= parts.now().getTime() ? null : { typed, until };
}

/** The form if this account wrote it; `other` if another account did. */
export function openTyped(parts: Parts, sealed: string, account: string): TypedForm | 'other' | null {
  const form = readTyped(parts, sealed);
  if (form === null) return null;
  return form.typed.account === account ? form.typed : 'other';
}

const secretOf = ({ key }: Parts) => mac(key, 'typed', '');
