import { refuse } from '../../../../domain/kernel/refusal.ts';
import { mayKeepSecret } from '../../../../domain/rules/device-secret.ts';
import {
  computeMac,
  decryptWithSecret,
  encryptWithSecret,
} from '../../../../features/oauth/signed-values.ts';

interface Dependencies {
  readonly key: Buffer;
  now(): Date;
}

type Settings = Record<string, unknown>;

interface SealedSecret {
  readonly secret: string;
  readonly settings: Settings;
  readonly until: number;
}

const lifetime = 3_600_000;
const maxSealedLength = 60_000;
const secretExpiredText = {
  en: 'The test was a while ago: enter it once more.',
  ru: 'С проверки прошло много времени: введите ещё раз.',
};

/** Like the refusal of the operation, worded for a form field. */
export const addressChangedText = {
  en: 'The address has changed: enter the key or password once more.',
  ru: 'Адрес теперь другой: введите ключ или пароль ещё раз.',
};

/** Encrypts a tested secret into the form until it is saved, so that nobody types it twice. */
export function sealSecret(
  dependencies: Dependencies,
  session: string,
  secret: string,
  settings: Settings,
): string {
  const kept: SealedSecret = { secret, settings, until: dependencies.now().getTime() + lifetime };
  return encryptWithSecret(deriveSessionKey(dependencies, session), JSON.stringify(kept)).toString(
    'base64url',
  );
}

/** Only for the same session and the same device address; null if none was sealed. */
export function unsealSecret(
  dependencies: Dependencies,
  session: string,
  sealed: string,
  settings: Settings,
): string | null {
  if (sealed === '') return null;
  const opened =
    sealed.length <= maxSealedLength
      ? decryptWithSecret(deriveSessionKey(dependencies, session), Buffer.from(sealed, 'base64url'))
      : null;
  const kept = opened === null ? null : (JSON.parse(opened) as SealedSecret);
  if (kept === null || kept.until <= dependencies.now().getTime())
    return refuse.invalid('secret', secretExpiredText);
  return mayKeepSecret(kept.settings, settings) === true
    ? kept.secret
    : refuse.invalid('secret', addressChangedText);
}

const deriveSessionKey = ({ key }: Dependencies, session: string) =>
  computeMac(key, 'device secret', session);
