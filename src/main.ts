import { DatabaseStartError } from './base/db/embedded/error.ts';
import { MigrationError } from './base/db/migrate.ts';
import { nameCommand } from './base/site/command.ts';
import { ConfigurationError, configurationErrorExitCode } from './config.ts';
import { CommandError, formatCommandHelp, parseCommand, UsageError } from './entry/commands/command.ts';
import { commands } from './entry/commands/command-list.ts';
import { explainFailure } from './entry/commands/explain-failure.ts';

const usageErrorExitCode = 64;

function formatProgramHelp(): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  return [
    `${nameCommand('COMMAND')} [options]`,
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`),
    '',
    `${nameCommand('COMMAND')} --help tells more. Settings are read from the environment: docs/configuration.md.`,
  ].join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    console.log(formatProgramHelp());
    return args.length === 0 ? usageErrorExitCode : 0;
  }
  // The longest name: `backup verify` is not `backup` of a file with that name.
  const [entry] = commands
    .filter(({ name }) => name.split(' ').every((word, index) => args[index] === word))
    .sort((one, other) => other.name.length - one.name.length);
  if (entry === undefined) {
    console.error(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${formatProgramHelp()}`);
    return usageErrorExitCode;
  }
  const command = await entry.load();
  try {
    const parsed = parseCommand(command, args.slice(entry.name.split(' ').length));
    if (parsed === 'help') {
      console.log(formatCommandHelp(entry, command));
      return 0;
    }
    return (await command.run(parsed)) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${formatCommandHelp(entry, command)}`);
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
    console.error(explainFailure(error, process.env) ?? error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
