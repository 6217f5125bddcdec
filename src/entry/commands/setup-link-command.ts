import { nameCommand } from '../../base/site/command.ts';
import { createSetupLink } from '../../features/installation/setup.ts';
import { type Command, CommandError } from './command.ts';
import { withSession } from './command-session.ts';
import { findLinkOrigin } from './link-origin.ts';

export const setupLinkCommand: Command = {
  run: () =>
    withSession(async ({ config, database: { pool }, now }) => {
      const path = await createSetupLink(pool, now());
      if (path === null)
        throw new CommandError(
          `There is an operator already. Another one: ${nameCommand('account role EMAIL operator')}`,
        );
      console.log((await findLinkOrigin(pool, config)) + path);
      return undefined;
    }),
};
