import { parseArgs } from 'node:util';
import { nameCommand } from '../../base/site/command.ts';

/** What the help of the program lists, without loading the code of any command. */
export interface CommandEntry {
  /** As typed: `account create`. */
  name: string;
  summary: string;
  /** What follows the name, for the help: `EMAIL --name NAME`. */
  usage: string;
  load(): Promise<Command>;
}

export interface Command {
  options?: Record<string, { type: 'string' | 'boolean'; help: string; default?: string | boolean }>;
  /** What the help says after the options. */
  details?: string;
  /** Resolves to the exit code; undefined means 0. */
  run(given: CommandArguments): Promise<number | undefined>;
}

export interface CommandArguments {
  positionals: string[];
  option(name: string): string | undefined;
  flag(name: string): boolean;
}

/** A mistake in how the program was called: shown with the command's usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Anything a person can act on; shown without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export function parseCommand(command: Command, args: readonly string[]): CommandArguments | 'help' {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (parsed.values.help) return 'help';
  return {
    positionals: parsed.positionals,
    option: (name) => {
      const value = parsed.values[name] ?? command.options?.[name]?.default;
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => Boolean(parsed.values[name] ?? command.options?.[name]?.default),
  };
}

export function formatCommandHelp(entry: Omit<CommandEntry, 'load'>, command: Command): string {
  const lines = [nameCommand(`${entry.name} ${entry.usage}`.trim()), '', entry.summary];
  const options = Object.entries(command.options ?? {});
  if (options.length > 0) {
    lines.push('', 'Options:');
    for (const [name, { type, help, default: preset }] of options) {
      lines.push(
        `  --${name}${type === 'string' ? ' VALUE' : ''}`.padEnd(28) +
          help +
          (preset === undefined ? '' : ` (default ${preset})`),
      );
    }
  }
  if (command.details !== undefined) lines.push('', command.details);
  return lines.join('\n');
}

export function requirePositional(given: CommandArguments, index: number, what: string): string {
  const value = given.positionals[index];
  if (value === undefined || value === '') throw new UsageError(`Missing: ${what}`);
  return value;
}
