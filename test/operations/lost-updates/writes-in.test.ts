import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { maxSilenceDays } from '../../../src/domain/rules/sanctions.ts';
import { repository } from '../../harness/source-tree.ts';
import { loadWritingDefinitions } from './writing-definitions.ts';

const page = readFileSync(join(repository, 'docs/decisions/155-sanctions.md'), 'utf8');

/** Names in the row of the table of exemptions that begins so. */
const listed = (mark: string) =>
  (page.split('\n').find((line) => line.startsWith(`| \`${mark}\` |`)) ?? '')
    .split('|')
    .at(2)
    ?.trim()
    .split(', ')
    .sort();

describe('who was stopped from writing', () => {
  it('may do what docs/decisions/155 lists, and nothing else', async () => {
    const writing = await loadWritingDefinitions();
    for (const mark of ['nowhere', 'platform', 'said'])
      assert.deepEqual(
        listed(mark),
        writing
          .filter(({ writesIn }) => writesIn === mark)
          .map(({ name }) => name)
          .sort(),
        mark,
      );
  });

  it('is stopped for as long as the table of the same page says', () => {
    assert.match(
      page,
      new RegExp(`a silence of 1–${maxSilenceDays.board} days \\(moderators: ${maxSilenceDays.platform}\\)`),
    );
  });

  it('is refused by what loads no subject, unless it says where it writes', async () => {
    const unsaid = (await loadWritingDefinitions()).filter(
      ({ load, writesIn }) => load === undefined && writesIn === undefined,
    );
    assert.deepEqual(
      unsaid.map(({ name }) => name),
      [],
    );
  });
});
