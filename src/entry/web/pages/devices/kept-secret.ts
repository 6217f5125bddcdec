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

/** As the operation says it, for somebody who sees a field. */
export const elsewhere = {
  en: 'The address is another one now: enter the key or password once more.',
  ru: 'Адрес теперь другой: введите ключ или пароль ещё раз.',
};

/** Between trying and saving a secret waits in the form, readable by the service alone, so that nobody types it twice. */
export function keepSecret(parts: Parts, session: string, secret: string, settings: Settings): string {
  const kept: Kept = { secret, settings, until: parts.now().getTime() + lifetime };
  return encryptFor(keyOf(parts, session), JSON.stringify(kept)).toString('base64url');
}

/** For this session and for the address it was typed for; null: none was kept. */
export function openSecret(parts: Parts, session: string, sealed: string, settings: Settings): string | null {
  if (sealed === '') return null;
  const opened =
    sealed.length <= longest ? decryptFor(keyOf(parts, session), Buffer.from(sealed, 'base64url')) : null;
  const kept = opened === null ? null : (JSON.parse(opened) as Kept);
  if (kept === null || kept.until <= parts.now().getTime()) return refuse.invalid('secret', again);
  return mayKeepSecret(kept.settings, settings) === true ? kept.secret : refuse.invalid('secret', elsewhere);
}

const keyOf = ({ key }: Parts, session: string) => mac(key, 'device secret', session);
