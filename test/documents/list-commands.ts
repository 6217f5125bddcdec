import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../harness/source-tree.ts';

export interface DocumentedCommand {
  document: string;
  /** One line; what stands in a here-document is left out. */
  command: string;
}

const listFiles = (folder: string, isWanted: (path: string) => boolean) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(isWanted);

/** What people are told to type stands in these. The records of decisions say what was tried once, in docs/decisions. */
export const listInstructions = () => [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...listFiles('docs', (path) => path.endsWith('.md') && !path.startsWith('docs/decisions')),
  ...listFiles('deploy', (path) => /\.(service|conf|yaml|env)$|(file|admin)$/i.test(path)),
];

const programs =
  'apt-get|certbot|chmod|claude|cp|createdb|curl|docker|git|hostname|install|journalctl|node|npm|npx|openssl|psql|settlements|settlements-admin|systemctl|useradd|\\.ci/[\\w-]+';
/** A program with something after it; the steps of .ci need nothing. Ways to begin a command are none: `npm run settlements --`. */
const isCommand = (text: string) =>
  !/ (?:--|-g|--global)$/.test(text) &&
  (new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${programs}) [\\w./$"'<-]`).test(text) ||
    /^(?:nginx|caddy) -|^\.ci\/[\w-]+$/.test(text));

/** The guides call the server differently in each language. */
const normalise = (line: string) =>
  line
    .replaceAll(/(?:posyolok|village)\.example\.org/g, 'NAME')
    .replace(/\s+#.*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The commands of a shell block: continued lines are one, comments and what is fed to a command are none. */
export function splitShell(code: string): string[] {
  const found: string[] = [];
  let end: string | undefined;
  for (const line of code.replaceAll(/\\\n\s*/g, '').split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    end = /<<-?'?(\w+)/.exec(line)?.[1];
    const command = normalise(line);
    if (command !== '' && !command.startsWith('#')) found.push(command.replace(/ ?&&$/, ''));
  }
  return found;
}

function listOfMarkdown(text: string): string[] {
  const fence = /^[ \t]*```(\w*)\n([\s\S]*?)^[ \t]*```/gm;
  const blocks = [...text.matchAll(fence)].flatMap(([, language = '', code = '']) => {
    if (language === 'sh') return splitShell(code);
    return language === '' ? splitShell(code).filter(isCommand) : [];
  });
  const words = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) =>
    normalise(code),
  );
  return [...blocks, ...words.filter(isCommand)];
}

/** In the files of deploy/ commands stand in comments, after a colon or alone. */
const listOfComments = (text: string) =>
  [...text.matchAll(/^\s*# ?(.*)$/gm)]
    .flatMap(([, comment = '']) => comment.split(': '))
    .concat([...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))
    .map((text) => normalise(text.replace(/(?:(?<! )[.,:] | {2,}\().*$/, '')))
    .filter(isCommand);

export function listDocumentedCommands(): DocumentedCommand[] {
  return listInstructions().flatMap((document) => {
    const text = readFileSync(join(repository, document), 'utf8');
    const commands = document.endsWith('.md') ? listOfMarkdown(text) : listOfComments(text);
    return [...new Set(commands)].map((command) => ({ document, command }));
  });
}
