import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { import_residents } from '../../src/features/actions/import_residents.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';

let service: TestService;
let village: Village;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
});

/** Every object inherits these. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe('names that every object inherits', () => {
  it('are no diagram language', async () => {
    const body = inherited.map((name) => `\`\`\`${name}\nx\n\`\`\``).join('\n\n');
    const { moderator } = village.clients;
    const written = await moderator.write_knowledge_article({ title: 'Внутри', body, category: 'lawn' });
    await moderator.publish_knowledge_article({ article: written.id });
    const page = await openBrowser(service).get(`/knowledge/${written.slug}`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.html, /<figure/);
  });

  it('are no role in a list of residents', async () => {
    const csv = `plot,name,email,role\n${inherited.map((name) => `1,Somebody,${name}@example.org,${name}`).join('\n')}`;
    const input = { settlement: village.settlement.slug, csv };
    const { plan } = await runActionAs(service, village.accounts.editor, import_residents, input);
    assert.deepEqual(
      plan.lines.map(({ outcome }) => outcome),
      inherited.map(() => 'refused'),
    );
  });
});
