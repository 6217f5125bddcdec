import { decryptFor, encryptFor, mac } from '../../../features/oauth/sealed.ts';
import { formFields } from '../ui/form-field-names.ts';

/** What somebody typed into a form whose session was over when they sent it. */
export interface TypedForm {
  /** Who wrote it: nobody else is ever shown it. */
  readonly account: string;
  /** The page of the form, what its address holds, and which of its forms it is. */
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
/** Sealed and written as text it still fits into what a form without a session may hold. */
const longest = 180_000;
const own: ReadonlySet<string> = new Set(Object.values(formFields));
const isSecret = (name: string) => /pass|secret|token|key/i.test(name);

/** Readable by the service alone; null when it is too long to travel through the sign-in. */
export function sealTyped(parts: Parts, typed: TypedForm): string | null {
  const fields = typed.fields.filter(([name]) => !own.has(name) && !isSecret(name));
  const text = JSON.stringify({ ...typed, fields, until: parts.now().getTime() + lifetime });
  if (Buffer.byteLength(text) > longest) return null;
  return encryptFor(secretOf(parts), text).toString('base64url');
}

/** What we sealed ourselves and how long that holds, whoever asks: to be shown to nobody but its writer. */
export function readTyped(parts: Parts, sealed: string): { typed: TypedForm; until: number } | null {
  if (sealed === '') return null;
  const opened = decryptFor(secretOf(parts), Buffer.from(sealed, 'base64url'));
  if (opened === null) return null;
  const { until, ...typed } = JSON.parse(opened) as TypedForm & { until: number };
  return until <= parts.now().getTime() ? null : { typed, until };
}

/** For whoever has just signed in: what they wrote themselves. `other`: somebody else wrote it. */
export function openTyped(parts: Parts, sealed: string, account: string): TypedForm | 'other' | null {
  const form = readTyped(parts, sealed);
  if (form === null) return null;
  return form.typed.account === account ? form.typed : 'other';
}

const secretOf = ({ key }: Parts) => mac(key, 'typed', '');
