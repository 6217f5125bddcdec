import { DatabaseStartError } from './base/db/embedded.ts';
import { MigrationError } from './base/db/migrate.ts';
import { ConfigurationError, configurationErrorExitCode } from './config.ts';
import {
  accountCreateCommand,
  accountResetLinkCommand,
  accountRoleCommand,
  tokenCreateCommand,
} from './entry/commands/account-commands.ts';
import { backupCommand, restoreCommand } from './entry/commands/backup-commands.ts';
import {
  type Command,
  CommandError,
  formatCommandHelp,
  parseCommand,
  UsageError,
} from './entry/commands/command.ts';
import { demoCommand, migrateCommand } from './entry/commands/database-commands.ts';
import {
  importBuildingsCommand,
  importParcelsCommand,
  importResidentsCommand,
} from './entry/commands/import-commands.ts';
import { reindexCommand } from './entry/commands/reindex-command.ts';
import { secretsRotateCommand } from './entry/commands/secret-commands.ts';
import { serveCommand } from './entry/commands/serve-command.ts';
import { settlementCreateCommand } from './entry/commands/settlement-commands.ts';

const commands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  demoCommand,
  settlementCreateCommand,
  accountCreateCommand,
  accountRoleCommand,
  accountResetLinkCommand,
  tokenCreateCommand,
  reindexCommand,
  importParcelsCommand,
  importBuildingsCommand,
  importResidentsCommand,
  backupCommand,
  restoreCommand,
  secretsRotateCommand,
];

const usageErrorExitCode = 64;

function formatProgramHelp(): string {
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
    console.log(formatProgramHelp());
    return args.length === 0 ? usageErrorExitCode : 0;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (command === undefined) {
    console.error(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${formatProgramHelp()}`);
    return usageErrorExitCode;
  }
  try {
    const given = parseCommand(command, args.slice(command.name.split(' ').length));
    if (given === 'help') {
      console.log(formatCommandHelp(command));
      return 0;
    }
    return (await command.run(given)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${formatCommandHelp(command)}`);
      return usageErrorExitCode;
    }
    if (error instanceof ConfigurationError) {
      console.error(error.message);
      return configurationErrorExitCode;
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
