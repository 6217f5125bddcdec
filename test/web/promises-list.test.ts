import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../harness/source-tree.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Rows of the table in docs/promises.md. */
const rows = read('docs/promises.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| sentence'))
  .map((line) => {
    const [, sentence = '', where = '', file = '', title = ''] =
      /^\| (.*) \| `([^`]+)` \| `([^`]+)`: (.*) \|$/.exec(line) ?? [];
    return { line, sentence, where, file, title };
  });

/** Words in which something is promised. */
const promising =
  /никто|только (?:вы|вам|правление|модератор|собственник)|ждать не|не нужно подтверждать|ообщим|апомним|узнает|вернуть|можно отменить|\d+\s(?:дней|часов)|в течение|стира|стёрт|навсегда|придёт письмо|не увид|показан[аы]? |показывается|один раз|не видят/;

/** The same words where they name, count or ask. */
const notPromises = new Set([
  'Удалить навсегда',
  'На {count} никто не записан на сайте: им нужна бумага.',
  'Сейчас показана версия {version}; считаются те, кто читал её с версии {since}.',
  'Записано за 30 дней',
  '30 дней',
  'никто не записан на сайте: только на бумаге',
  'Кому сообщим',
  'Без правления посёлку никто не поможет. Сначала примите кого-нибудь ещё.',
  'Здесь пока никто не записан.',
  'никто не записан',
  'Пока никто не наградил.',
  '2. Войдите один раз',
  'За 30 дней',
  'Большие файлы занимают до минуты. Можно уйти и вернуться сюда позже.',
  'Правку писали от прежнего текста. Различия показаны с тем, что все читают сейчас: если принять её, написанное с тех пор пропадёт.',
  '{all}, за 30 дней +{new}',
  'Пока никто.',
  'На этом участке никто не записан. Проверьте номер.',
  'один раз',
  'за 12 часов',
  'Напомним',
  'Решения никто не ждёт.',
  'Alt+A — принять, Alt+R — вернуть, Alt+N — следующая.',
  'чтобы никто не сделал это за вас',
  'Событий больше, чем помещается: показаны первые 200 объявлений.',
  'Отменили. Не все участки удалось вернуть: они уже за другими.',
]);

/** The draft of a policy that whoever sets the service up rewrites and answers for: no page says it before. */
const drafts = new Set(['src/entry/web/pages/setup/starter-privacy.ts']);

const folders = ['src/entry/web', 'src/features/mail'];

/** Russian texts of pages and emails, as they are read. */
function listTexts(): { sentence: string; where: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const where = `${folder}/${name.replaceAll('\\', '/')}`;
        return [...read(where).matchAll(/ru:\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g)].map(
          ([, , text = '']) => ({
            sentence: text.replaceAll('\\u00a0', '\u00a0'),
            where,
          }),
        );
      }),
  );
}

describe('docs/promises.md', () => {
  it('names for each sentence a text that is there and a test that proves it', () => {
    const texts = new Set(listTexts().map(({ sentence, where }) => `${where} ${sentence}`));
    for (const { line, sentence, where, file, title } of rows) {
      assert.ok(texts.has(`${where} ${sentence}`), `not on that page: ${line}`);
      assert.ok(title !== '' && read(file).includes(title), `no such test: ${line}`);
    }
    assert.ok(rows.length > 100);
  });

  it('lists every text in the words of a promise', () => {
    const listed = new Set(rows.map(({ sentence, where }) => `${where} ${sentence}`));
    const missing = listTexts().filter(
      ({ sentence, where }) =>
        promising.test(sentence) &&
        !/\$\{/.test(sentence) &&
        !notPromises.has(sentence) &&
        !drafts.has(where) &&
        !listed.has(`${where} ${sentence}`),
    );
    assert.deepEqual(missing, []);
  });
});
