import { createSecretBox, type SecretBox } from './base/encryption/secret-box.ts';
import type { Config } from './config.ts';
import { deriveKey } from './secret-key.ts';

/** Seals the secrets of residents' devices; former keys only open. */
export function createDeviceBox(config: Pick<Config, 'secretKeysFormer'>, secretKey: string): SecretBox {
  const derive = (key: string) => deriveKey(key, 'devices').toString('base64url');
  return createSecretBox(derive(secretKey), config.secretKeysFormer.map(derive));
}

/** Seals the settings of the installation; former keys only open. */
export function createSettingsBox(config: Pick<Config, 'secretKeysFormer'>, secretKey: string): SecretBox {
  const derive = (key: string) => deriveKey(key, 'settings').toString('base64url');
  return createSecretBox(derive(secretKey), config.secretKeysFormer.map(derive));
}
