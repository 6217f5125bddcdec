import { computeMac, decryptWithSecret, encryptWithSecret } from '../../../features/oauth/signed-values.ts';
import { hiddenFormFields } from '../ui/form-field-names.ts';

/** Content of a form that was posted after its session expired. */
export interface SealedForm {
  /** Its author; it is never shown to anybody else. */
  readonly account: string;
  /** Path pattern of the page, path parameters, and name of the action. */
  readonly page: string;
  readonly names: Readonly<Record<string, string>>;
  readonly action: string;
  /** Id of the form, where it is not the name of the action. */
  readonly form?: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly hadFiles: boolean;
}

interface SealedFormOptions {
  readonly key: Buffer;
  now(): Date;
}

const lifetimeMs = 86_400_000;
/** Encrypted and base64-encoded it still fits the small form limit of anonymous visitors. */
const maxBytes = 180_000;
const hiddenFieldNames: ReadonlySet<string> = new Set(Object.values(hiddenFormFields));
const isSecret = (name: string) => /pass|secret|token|key/i.test(name);

/** Encrypts the form, without secret fields; null when it is too large for the sign-in form. */
export function sealForm(options: SealedFormOptions, typed: SealedForm): string | null {
  const fields = typed.fields.filter(([name]) => !hiddenFieldNames.has(name) && !isSecret(name));
  const text = JSON.stringify({ ...typed, fields, until: options.now().getTime() + lifetimeMs });
  if (Buffer.byteLength(text) > maxBytes) return null;
  return encryptWithSecret(secretOf(options), text).toString('base64url');
}

/** Decrypts a form without checking who asks: callers must compare the account before showing it. */
export function unsealForm(
  options: SealedFormOptions,
  sealed: string,
): { typed: SealedForm; until: number } | null {
  if (sealed === '') return null;
  const opened = decryptWithSecret(secretOf(options), Buffer.from(sealed, 'base64url'));
  if (opened === null) return null;
  const { until, ...typed } = JSON.parse(opened) as SealedForm & { until: number };
  return until <= options.now().getTime() ? null : { typed, until };
}

/** The form if this account wrote it; `other` if another account did. */
export function unsealFormFor(
  options: SealedFormOptions,
  sealed: string,
  account: string,
): SealedForm | 'other' | null {
  const form = unsealForm(options, sealed);
  if (form === null) return null;
  return form.typed.account === account ? form.typed : 'other';
}

const secretOf = ({ key }: SealedFormOptions) => computeMac(key, 'typed', '');
