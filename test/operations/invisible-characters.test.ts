import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { formatSubject } from '../../src/features/mail/email-template.ts';
import { composePush } from '../../src/features/push/push-texts.ts';
import { startService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
const scotland = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
const typed = `An\u200Bna \u202Egnp.tiart\u202C\u2066\uFEFF${family} ❤\uFE0F\u200D\u{1F525} ${scotland}\u00AD\u200D`;
const shown = `Anna gnp.tiart${family} ❤\uFE0F\u200D\u{1F525} ${scotland}`;

describe('characters that nobody sees', () => {
  let village: Village;
  before(async () => {
    village = await buildVillage(await startService());
  });

  it('are removed from names and titles, and nothing of emoji is', async () => {
    const { resident } = village.clients;
    assert.equal((await resident.edit_profile({ display_name: typed })).data.display_name, shown);
    const { id } = await resident.write_knowledge_article({ title: typed, body: typed });
    const { title, body } = await resident.show_knowledge_article({ article: id });
    assert.deepEqual([title, body], [shown, typed], 'a text stays as it was typed');
    const blank = await resident.send('edit_profile', { display_name: '\u200B\u2060 ' });
    assert.equal(blank.status, 422);
  });

  it('of names from before are not in subjects of emails and in pushes', () => {
    assert.equal(formatSubject(typed), shown);
    const { title } = composePush({
      eventId: '1',
      topic: 'general',
      key: 'push.test',
      replacements: {},
      url: '/',
      language: 'en',
      settlement: typed,
      showsText: false,
    });
    assert.equal(title, shown);
  });
});
