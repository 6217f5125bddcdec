import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { settingGroups } from '../src/config-descriptions.ts';
import { commands } from '../src/entry/commands/command-list.ts';
import { guidePictureSize, splitGuide } from '../src/entry/web/pages/help/guide-files.ts';
import { guideNames, guides, helpTopics } from '../src/entry/web/words/help-topics.ts';
import { listProven, runBySteps, runCommands } from './documents/command-proofs.ts';
import { listDocumentedCommands, splitShell } from './documents/list-commands.ts';
import { repository } from './harness/source-tree.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];
const packageScripts = Object.keys(JSON.parse(read('package.json')).scripts);
/** Of npm itself. */
const npmCommands = ['ci', 'install', 'i', 'pack', 'start', 'test', 'run', 'audit', 'ls', 'view'];

/** Text in fences and between backquotes. */
function listCode(markdown: string): string[] {
  const fences = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  const rest = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [
    ...fences.flatMap((code) => code.split('\n')),
    ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
  ];
}

const withoutComment = (line: string) => line.replace(/\s+#.*$/, '').trim();

describe('documents', () => {
  it('have no link to a file or heading that is not there', () => {
    const dead: string[] = [];
    for (const path of documents) {
      const text = read(path)
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .replaceAll(/`[^`\n]*`/g, '');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
        const [file = '', heading] = target.split('#');
        const at = file === '' ? join(repository, path) : resolve(repository, dirname(path), file);
        if (!existsSync(at)) dead.push(`${path}: ${target}`);
        else if (heading !== undefined && at.endsWith('.md') && !listHeadings(at).includes(heading))
          dead.push(`${path}: ${target}`);
      }
    }
    assert.deepEqual(dead, []);
  });

  it('name only scripts of npm, commands and options that exist', async () => {
    const wrong: string[] = [];
    for (const path of documents.filter((each) => each !== 'CHANGELOG.md'))
      for (const code of listCode(read(path)).map(withoutComment)) {
        for (const [, script = ''] of code.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g))
          if (!packageScripts.includes(script)) wrong.push(`${path}: npm run ${script}`);
        const [, command = ''] = /^npm ([a-z]+)/.exec(code) ?? [];
        if (command !== '' && !npmCommands.includes(command)) wrong.push(`${path}: ${code}`);
        const called =
          /(?:npm run settlements -- |settlements-admin |settlements settlements |^settlements )([a-z].*)$/.exec(
            code,
          )?.[1];
        if (called !== undefined && !(await isCommand(called))) wrong.push(`${path}: ${code}`);
      }
    assert.deepEqual(wrong, []);
  });

  it('have no command that is neither run by a test nor listed with why', () => {
    const proven = new Set([...listProven()].map(({ command }) => command));
    const documented = listDocumentedCommands();
    assert.ok(documented.length > 150);
    const unknown = documented.filter(({ command }) => !proven.has(command));
    assert.deepEqual(
      unknown.map(({ document, command }) => `${document}: ${command}`),
      [],
    );
    const typed = new Set(documented.map(({ command }) => command));
    assert.deepEqual(
      [...proven].filter((command) => !typed.has(command)),
      [],
      'no document says these any more',
    );
  });

  it('prove each command in one way, with all the options it names', () => {
    const ways = new Map<string, Set<string>>();
    for (const { command, way } of listProven()) ways.set(command, (ways.get(command) ?? new Set()).add(way));
    const twice = [...ways].filter(([, found]) => found.size > 1).map(([command]) => command);
    assert.deepEqual(twice, []);
    for (const { command, as = command } of runCommands)
      for (const [option] of command.matchAll(/--[a-z][a-z-]+/g)) assert.ok(as.includes(option), command);
    for (const { file, line } of runBySteps) assert.ok(read(file).includes(line), `${file}: ${line}`);
    const steps = /^all=\((.*)\)$/m.exec(read('.ci/nightly'))?.[1]?.split(' ') ?? [];
    for (const { command } of listProven())
      for (const step of /^\.ci\/nightly (.+)$/.exec(command)?.[1]?.split(' ') ?? [])
        assert.ok(steps.includes(step), step);
  });

  it('list every setting that the configuration reads, and no other', () => {
    const described = settingGroups.flatMap(({ settings }) => settings.flatMap(({ names }) => names)).sort();
    assert.equal(new Set(described).size, described.length);
    const config = read('src/config.ts');
    const reads = [...config.matchAll(/\b(?:value|url|onOff|list)\('([A-Z_]+)'/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(reads.length > 30);
    assert.deepEqual([...new Set([...reads, 'SETTLEMENTS_COMMAND'])].sort(), described);
  });

  it('are all reached from the map of documents', () => {
    const map = read('docs/README.md');
    const missing = readdirSync(join(repository, 'docs'))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .filter((name) => !map.includes(`(${name})`));
    assert.deepEqual(missing, []);
  });
});

describe('guides', () => {
  it('exist in both languages with the same sections, which `?` of pages leads to', () => {
    for (const language of ['en', 'ru'])
      for (const name of guideNames) {
        const { sections } = splitGuide(read(`docs/guides/${language}/${name}.md`));
        assert.equal(sections.length, guides[name].sections.length, `${language}/${name}`);
      }
    assert.ok(helpTopics.length > 10);
  });

  it('have the same pictures in both languages, in the size that the pages keep free, and no other', async () => {
    let bytes = 0;
    const shown = (language: string) =>
      guideNames.map((name) =>
        splitGuide(read(`docs/guides/${language}/${name}.md`)).sections.map(({ pictures }) => pictures),
      );
    const names = (language: string) =>
      shown(language).map((guide) => guide.map((pictures) => pictures.map(({ file }) => file)));
    assert.deepEqual(names('ru'), names('en'));
    for (const language of ['en', 'ru']) {
      const folder = `docs/guides/${language}/pictures`;
      const used = new Set(names(language).flat(2));
      assert.deepEqual(readdirSync(join(repository, folder)).sort(), [...used].sort());
      for (const { alt } of shown(language).flat(2))
        assert.equal(/[а-я]/i.test(alt), language === 'ru', `${language}: ${alt}`);
      for (const file of used) {
        const picture = readFileSync(join(repository, folder, file));
        const { width, height } = await sharp(picture).metadata();
        assert.deepEqual({ width, height }, guidePictureSize, file);
        assert.ok(picture.length < 60_000, file);
        bytes += picture.length;
      }
    }
    assert.ok(bytes > 0 && bytes < 1_200_000, `${bytes}: they are in the package`);
  });

  it('have the same commands in both languages', () => {
    const fences = (text: string) =>
      [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) =>
        code.replaceAll(/(posyolok|village)\.example\.org/g, 'NAME'),
      );
    for (const name of guideNames)
      assert.deepEqual(
        fences(read(`docs/guides/ru/${name}.md`)),
        fences(read(`docs/guides/en/${name}.md`)),
        name,
      );
  });

  it('name only files of the repository in the commands that copy or install them', () => {
    for (const name of guideNames)
      for (const [, file = ''] of read(`docs/guides/en/${name}.md`).matchAll(/\b(deploy\/[\w.-]+)/g))
        assert.ok(existsSync(join(repository, file)), `${name}: ${file}`);
  });
});

function listHeadings(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** A command of the list, with options of its own. */
async function isCommand(called: string): Promise<boolean> {
  const words = called
    .replace(/[&|<>].*$/, '')
    .trim()
    .split(/\s+/);
  const [entry] = commands
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .sort((one, other) => other.name.length - one.name.length);
  if (entry === undefined) return words[0] === 'COMMAND';
  const { options = {} } = await entry.load();
  const given = words.flatMap((word) => /^\[?--([a-z][a-z-]*)/.exec(word)?.[1] ?? []);
  return given.every((option) => option === 'help' || Object.hasOwn(options, option));
}

it('the test of documents tells a command from one that does not exist', async () => {
  assert.equal(await isCommand('backup verify FILE --to PLACE'), true);
  assert.equal(await isCommand('backup --nonsense'), false);
  assert.equal(await isCommand('bakup FILE'), false);
});

it('the test of documents reads a shell as a shell does', () => {
  const code = 'cd a && npm pack   # made\n# only said\ncat >b <<END\nrm -rf c\nEND\nnpm run \\\n  check\n';
  assert.deepEqual(splitShell(code), ['cd a && npm pack', 'cat >b <<END', 'npm run check']);
});
