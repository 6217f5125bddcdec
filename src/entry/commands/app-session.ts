import type { App } from '../../app.ts';
import type { Database } from '../../base/db/open.ts';
import type { Config } from '../../config.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { withDatabase } from './command-session.ts';

/** A session with the application, without a listening server, for commands that need its services. */
export interface AppSession {
  config: Config;
  database: Database;
  app: App;
}

export async function withApp<Result>(work: (session: AppSession) => Promise<Result>): Promise<Result> {
  const { load, loaded } = loadLate(() => import('../../app.ts'));
  return withDatabase(
    async (config, database) => {
      const { createApp } = await loaded();
      const secretKey = await loadSecretKey(config);
      const app = await createApp({ ...database, config, secretKey });
      try {
        return await work({ config, database, app });
      } finally {
        await app.close();
      }
    },
    { whileStarting: load },
  );
}

/** Loading code keeps the process busy: it is begun when the database has been told to start, or when it is needed. */
export function loadLate<Code>(importCode: () => Promise<Code>): {
  load(): void;
  loaded(): Promise<Code>;
} {
  let code: Promise<Code> | undefined;
  const loaded = () => {
    code ??= importCode();
    // Whoever needs the code is told of a failure.
    code.catch(() => {});
    return code;
  };
  return { load: () => void loaded(), loaded };
}
