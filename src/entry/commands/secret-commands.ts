import { resealSecrets } from '../../background/jobs/secret-rotation.ts';
import type { Pool } from '../../base/db/connect.ts';
import type { SecretBox } from '../../base/encryption/secret-box.ts';
import { withApp } from './app-session.ts';
import type { Command } from './command.ts';
import { createProgress, type Progress } from './progress.ts';

export const secretsRotateCommand: Command = {
  run: () =>
    withApp(async ({ database, app }) => {
      await app.services.installation.reseal();
      return rotateSecrets(
        database.pool,
        app.services.devices.secrets,
        createProgress('Sealing secrets anew'),
        (line) => console.error(line),
      );
    }),
};

/** Resolves to the exit code. */
export async function rotateSecrets(
  pool: Pool,
  secrets: SecretBox,
  progress: Progress,
  say: (line: string) => void,
): Promise<number> {
  const { resealed, unreadable, unreadableCount } = await resealSecrets(pool, secrets, {
    onProgress: (done, all) => progress.update(done, all),
  });
  progress.end(`${resealed} sealed anew`);
  if (unreadableCount === 0) {
    say('Everything is under SECRET_KEY: SECRET_KEYS_FORMER can be taken away.');
    return 0;
  }
  say(
    `${unreadableCount} can be opened with none of the keys. Add the key they were sealed with to SECRET_KEYS_FORMER, ` +
      `or have their owners enter them again. Connections: ${unreadable.join(', ')}${unreadableCount > unreadable.length ? ' …' : ''}`,
  );
  return 1;
}
