import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TestService } from '../../harness/service.ts';
import type { DemoContext } from './every-tool/demo-context.ts';
import { prepareDemo } from './every-tool/prepare-demo.ts';
import { createMcpClient } from './json-rpc-client.ts';

let service: TestService;
let stage: DemoContext;
let resident: ReturnType<typeof createMcpClient>;
before(async () => {
  stage = await prepareDemo();
  service = stage.service;
  resident = createMcpClient(service, 'resident', stage.tokens.resident);
});

const prompt = (name: string) => ({ type: 'ref/prompt', name });
async function complete(
  ref: object,
  argument: [name: string, value: string],
  known: Record<string, string> = {},
  asker = resident,
): Promise<string[]> {
  const { body } = await asker.ask('completion/complete', {
    ref,
    argument: { name: argument[0], value: argument[1] },
    context: { arguments: known },
  });
  assert.equal(body.error, undefined, JSON.stringify(body.error));
  const { completion } = body.result as { completion: { values: string[] } };
  return completion.values;
}

describe('completion', () => {
  it('suggests own plots by number', async () => {
    const { number } = stage.plot;
    assert.ok((await complete(prompt('write_diary_entry'), ['plot', ''])).includes(number));
    assert.ok((await complete(prompt('write_diary_entry'), ['plot', number])).includes(number));
    assert.deepEqual(await complete(prompt('write_diary_entry'), ['plot', 'x']), []);
    assert.deepEqual(await complete(prompt('write_diary_entry'), ['notes', '']), []);
  });
  it('suggests settlements by name and by slug', async () => {
    const { slug } = stage.settlement;
    const { data } = await stage.as.resident.show_settlement({ settlement: slug });
    assert.ok((await complete(prompt('find_somebody'), ['settlement', slug.slice(0, 4)])).includes(slug));
    assert.ok((await complete(prompt('find_somebody'), ['settlement', data.name])).includes(slug));
    const board = createMcpClient(service, 'settlement', stage.tokens.editor);
    assert.ok((await complete(prompt('review_queue'), ['settlement', ''], {}, board)).length > 0);
  });
  it('suggests articles by words of their title', async () => {
    const { articles } = await stage.as.resident.list_knowledge_articles({});
    const [article] = articles;
    assert.ok(article);
    const word = article.title.split(' ').find((each) => each.length > 5) ?? article.title;
    const base = { type: 'ref/resource', uri: 'settlements://knowledge/{article}' };
    assert.ok((await complete(base, ['article', word])).includes(article.slug));
    const settlement = stage.settlement.slug;
    const journal = {
      type: 'ref/resource',
      uri: 'settlements://settlements/{settlement}/articles/{article}',
    };
    const own = await stage.as.resident.list_articles({ settlement });
    const slug = own.articles[0]?.slug as string;
    assert.ok((await complete(journal, ['article', slug.slice(0, 6)], { settlement })).includes(slug));
    assert.deepEqual(await complete(journal, ['article', slug.slice(0, 6)]), [], 'no settlement yet');
  });
  it('suggests objects on the plot and contacts of the settlement', async () => {
    const { objects } = await stage.as.resident.list_parcel_objects({ parcel: stage.plot.id });
    const [object] = objects;
    assert.ok(object);
    const given = { plot: stage.plot.number };
    assert.ok(
      (await complete(prompt('write_diary_entry'), ['object', object.title], given)).includes(object.id),
    );
    const settlement = stage.settlement.slug;
    const { contacts } = await stage.as.resident.list_contacts({ settlement });
    const [contact] = contacts;
    assert.ok(contact);
    assert.ok(
      (await complete(prompt('correct_contact'), ['contact', contact.name], { settlement })).includes(
        contact.slug,
      ),
    );
  });
  it('suggests nothing the caller may not see, and refuses unknown names', async () => {
    const outsider = createMcpClient(service, 'resident', stage.tokens.outsider);
    const given = { plot: stage.plot.id };
    assert.deepEqual(await complete(prompt('write_diary_entry'), ['object', ''], given, outsider), []);
    for (const ref of [
      prompt('review_queue'),
      { type: 'ref/resource', uri: 'file:///{path}' },
      { type: 'ref/other', name: 'write_diary_entry' },
    ]) {
      const reply = await resident.ask('completion/complete', { ref, argument: { name: 'plot', value: '' } });
      assert.equal(reply.body.error?.code, -32602, JSON.stringify(ref));
    }
  });
});

describe('prompts', () => {
  it('are listed for each audience and can be loaded', async () => {
    const speakers = {
      resident: 'resident',
      settlement: 'editor',
      platform: 'moderator',
      company: 'company',
    } as const;
    for (const [audience, who] of Object.entries(speakers)) {
      const { ask } = createMcpClient(service, audience, stage.tokens[who]);
      const prompts = (await ask('prompts/list')).body.result?.prompts as {
        name: string;
        arguments: { name: string }[];
      }[];
      assert.ok(prompts.length >= 2, audience);
      for (const { name, arguments: wanted } of prompts) {
        const given = Object.fromEntries(wanted.map((one) => [one.name, 'x']));
        assert.ok((await ask('prompts/get', { name, arguments: given })).body.result?.messages, name);
      }
    }
  });
});
