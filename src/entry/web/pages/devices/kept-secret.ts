import { refuse } from '../../../../domain/kernel/refusal.ts';
import { mayKeepSecret } from '../../../../domain/rules/device-secret.ts';
import { decryptFor, encryptFor, mac } from '../../../../features/oauth/sealed.ts';

interface Parts {
  readonly key: Buffer;
  now(): Date;
}

type Settings = Record<string, unknown>;

interface Kept {
  readonly secret: string;
  readonly settings: Settings;
  readonly until: number;
}

const lifetime = 3_600_000;
const longest = 60_000;
const again = {
  en: 'The trial was a while ago: enter it once more.',
  ru: 'С проверки прошло много времени: введите ещё раз.',
};

/** Like the refusal of the operation, worded for a form field. */
export const elsewhere = {
  en: 'The address is another one now: enter the key or password once more.',
  ru: 'Адрес теперь другой: введите ключ или пароль ещё раз.',
};

/** Encrypts a tested secret into the form until it is saved, so that nobody types it twice. */
export function keepSecret(parts: Parts, session: string, secret: string, settings: Settings): string {
  const kept: Kept = { secret, settings, until: parts.now().getTime() + lifetime };
  return encryptFor(keyOf(parts, session), JSON.stringify(kept)).toString('base64url');
}

/** Only for the same session and the same device address; null if none was sealed. */
export function openSecret(parts: Parts, session: string, sealed: string, settings: Settings): string | null {
  if (sealed === '') return null;
  const opened =
    sealed.length <= longest ? decryptFor(keyOf(parts, session), Buffer.from(sealed, 'base64url')) : null;
  const kept = opened === null ? null : (JSON.parse(opened) as Kept);
  if (kept === null || kept.until <= parts.now().getTime()) return refuse.invalid('secret', again);
  return mayKeepSecret(kept.settings, settings) === true ? kept.secret : refuse.invalid('secret', elsewhere);
}

const keyOf = ({ key }: Parts, session: string) => mac(key, 'device secret', session);
