import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listParagraphs } from '../../src/domain/rules/text-paragraphs.ts';

test('paragraphs of plain words are listed with their lines; headings, lists, tables, code and repeated ones are not', () => {
  const body = [
    '# Насос',
    '',
    'Слейте воду',
    'в октябре.',
    '',
    '- список',
    '',
    '```',
    'код',
    '',
    'ещё код',
    '```',
    'После кода.',
    '',
    '| a |',
    '',
    'Дважды.',
    '',
    'Дважды.',
  ].join('\r\n');
  assert.deepEqual(listParagraphs(body), [
    { line: 2, text: 'Слейте воду\nв октябре.' },
    { line: 12, text: 'После кода.' },
  ]);
  assert.deepEqual(listParagraphs(''), []);
});
