import { DatabaseStartError } from './base/db/embedded.ts';
import { MigrationError } from './base/db/migrate.ts';
import { badConfigurationExit, ConfigurationError } from './config.ts';
import {
  accountCreate,
  accountResetLink,
  accountRole,
  tokenCreate,
} from './entry/commands/account-commands.ts';
import { backupCommand, restoreCommand } from './entry/commands/backup-commands.ts';
import { type Command, CommandError, helpOf, parseCommand, UsageError } from './entry/commands/command.ts';
import { demoCommand, migrateCommand } from './entry/commands/database-commands.ts';
import {
  importBuildingsCommand,
  importParcelsCommand,
  importResidentsCommand,
} from './entry/commands/import-commands.ts';
import { reindexCommand } from './entry/commands/reindex.ts';
import { secretsRotate } from './entry/commands/secret-commands.ts';
import { serve } from './entry/commands/serve.ts';
import { settlementCreate } from './entry/commands/settlement-commands.ts';

const commands: readonly Command[] = [
  serve,
  migrateCommand,
  demoCommand,
  settlementCreate,
  accountCreate,
  accountRole,
  accountResetLink,
  tokenCreate,
  reindexCommand,
  importParcelsCommand,
  importBuildingsCommand,
  importResidentsCommand,
  backupCommand,
  restoreCommand,
  secretsRotate,
];

const usageExit = 64;

function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  return [
    'settlements COMMAND [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`),
    '',
    'settlements COMMAND --help tells more. Configuration is read from the environment; see README.md.',
  ].join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    console.log(help());
    return args.length === 0 ? usageExit : 0;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (command === undefined) {
    console.error(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${help()}`);
    return usageExit;
  }
  try {
    const given = parseCommand(command, args.slice(command.name.split(' ').length));
    if (given === 'help') {
      console.log(helpOf(command));
      return 0;
    }
    return (await command.run(given)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${helpOf(command)}`);
      return usageExit;
    }
    if (error instanceof ConfigurationError) {
      console.error(error.message);
      return badConfigurationExit;
    }
    if (
      error instanceof CommandError ||
      error instanceof DatabaseStartError ||
      error instanceof MigrationError
    ) {
      console.error(error.message);
      return 1;
    }
    console.error(error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
