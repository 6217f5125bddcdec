import fc from 'fast-check';
import type { Scope } from '../../src/domain/kernel/caller.ts';
import { type Persona, personas } from '../../test/harness/village.ts';
import { change, maySeeKnowledge } from './model.ts';
import {
  call,
  callOverRest,
  type Door,
  doors,
  expectDone,
  findOperation,
  idOf,
  pick,
  type Step,
} from './step.ts';
import { settlement } from './world.ts';

let serial = 0;
const newText = () => {
  serial += 1;
  return `## Зима\n\nСлейте воду ${serial} раз.`;
};

const writeKnowledge = (author: 'resident' | 'moderator', door: Door): Step => ({
  name: `${author} hands an article in by ${door}`,
  isRead: false,
  bind(world) {
    const body = newText();
    const input = { title: `Насос ${serial} ${Date.now()}`, body, publish: true };
    return {
      send: (key) => call(world, { who: author, door, name: 'write_knowledge_article', input, key }),
      judge: expectDone(
        // What a village's board decides is of the village alone.
        () => true,
        (model, data) =>
          change(model, ({ knowledge }) => {
            const isPublished = author === 'moderator';
            knowledge.push({ slug: idOf(data, 'slug'), author, body, isPublished, waiting: [] });
          }),
      ),
    };
  },
});

const correct = (author: 'neighbour' | 'newcomer', at: number, door: Door): Step => ({
  name: `${author} corrects knowledge ${at} by ${door}`,
  isRead: false,
  bind(world, model) {
    const article = pick(model.knowledge, at);
    if (article === undefined) return undefined;
    const { slug } = article;
    if (article.waiting.some((each) => each.author === author)) return undefined;
    const body = newText();
    return {
      send: (key) =>
        call(world, {
          who: author,
          door,
          name: 'edit_knowledge_article',
          input: { article: slug, body },
          key,
        }),
      judge: expectDone(
        (present) => present.knowledge.some((each) => each.slug === slug && maySeeKnowledge(author, each)),
        (present) =>
          change(present, ({ knowledge }) => {
            for (const each of knowledge) if (each.slug === slug) each.waiting.push({ id: '', author, body });
          }),
      ),
    };
  },
});

/** The newest text that waits, by whoever finds it in the queue. */
const accept = (who: Persona, at: number): Step => ({
  name: `${who} accepts what waits ${at}`,
  isRead: false,
  bind(world) {
    const texts: { slug: string; body: string }[] = [];
    return {
      async send(key) {
        const queue = await world.service.db<{ id: string; slug: string; body: string }[]>`
          select r.id, a.slug, r.body from knowledge_revision r join knowledge_article a on a.id = r.article_id
           where r.state = 'waiting' order by r.id`;
        const found = pick(queue, at);
        if (found === undefined) return { kind: 'refused', why: 'Nothing waits.' };
        texts.push(found);
        const input = { revision: found.id };
        return call(world, { who, door: 'REST', name: 'approve_knowledge_revision', input, key });
      },
      judge(model, answer) {
        if (answer.kind !== 'done')
          return who === 'moderator' && texts.length > 0 && answer.kind !== 'refused' ? null : model;
        if (who !== 'moderator') return null;
        const text = texts.at(-1);
        return change(model, ({ knowledge }) => {
          for (const each of knowledge)
            if (each.slug === text?.slug) {
              each.isPublished = true;
              each.body = text.body;
              each.waiting = each.waiting.filter(({ body }) => body !== text.body);
            }
        });
      },
    };
  },
});

const lookAtKnowledge = (who: Persona, door: Door, at: number): Step => ({
  name: `${who} reads knowledge ${at} by ${door}`,
  isRead: true,
  bind(world, model) {
    const slug = pick(model.knowledge, at)?.slug;
    if (slug === undefined) return undefined;
    return {
      send: () => call(world, { who, door, name: 'show_knowledge_article', input: { article: slug } }),
      judge(present, answer) {
        const article = present.knowledge.find((each) => each.slug === slug);
        if (article === undefined) return null;
        if ((answer.kind === 'done') !== maySeeKnowledge(who, article)) return null;
        if (answer.kind !== 'done' || !article.isPublished) return present;
        // Nobody reads what waits but its author, who reads it instead.
        const text = JSON.stringify(answer.data);
        const has = (body: string) => text.includes(JSON.stringify(body).slice(1, -1));
        const own = article.waiting.find(({ author }) => author === who);
        return has((own ?? article).body) &&
          !article.waiting.some(({ author, body }) => author !== who && has(body))
          ? present
          : null;
      },
    };
  },
});

/** A token does what its scopes let it, whoever holds it. */
const withLessScope = (who: Persona, scopes: readonly Scope[], name: string): Step => ({
  name: `a program with ${scopes.join(' ') || 'no scope'} calls ${name} as the ${who}`,
  isRead: true,
  bind(world) {
    const inputs: Record<string, object> = {
      write_task: { settlement, kind: 'reminder', title: 'Полить' },
      list_articles: { settlement },
      list_conversations: {},
      list_residents: { settlement },
    };
    return {
      send: async () => callOverRest(world, await world.tokenOf(who, scopes), name, inputs[name] as never),
      judge(model, answer) {
        const { scope } = findOperation(name);
        const needed: Scope[] = scope === 'mcp:write' ? ['mcp:write'] : [scope as Scope];
        if (scope === 'public' || needed.every((each) => scopes.includes(each))) return model;
        return answer.kind === 'refused' && /^40[13] /.test(answer.why) ? model : null;
      },
    };
  },
});

const say = (from: 'resident' | 'editor', door: Door): Step => ({
  name: `${from} writes to the neighbour by ${door}`,
  isRead: false,
  bind: (world) => ({
    send: (key) =>
      call(world, {
        ...{ who: from, door, name: 'send_message', key },
        input: { to: 'person', account: world.village.accounts.neighbour, body: 'Добрый день!' },
      }),
    // Who is not answered may not go on writing.
    judge: (model, answer) =>
      answer.kind === 'done'
        ? change(model, ({ conversations }) => {
            const id = idOf(answer.data, 'conversation');
            if (!conversations.some((each) => each.id === id))
              conversations.push({ id, of: [from, 'neighbour'] });
          })
        : model,
  }),
});

const listen = (who: Persona, at: number, door: Door): Step => ({
  name: `${who} reads conversation ${at} by ${door}`,
  isRead: true,
  bind(world, model) {
    const found = pick(model.conversations, at);
    if (found === undefined) return undefined;
    const input = { conversation: found.id };
    return {
      send: () => call(world, { who, door, name: 'list_messages', input }),
      judge: expectDone(() => found.of.includes(who)),
    };
  },
});

const anybody = fc.constantFrom<Persona>(...personas);
const anyDoor = fc.constantFrom<Door>(...doors);
const at = fc.nat(20);

export const platformSteps = [
  fc
    .tuple(fc.constantFrom('resident' as const, 'moderator' as const), anyDoor)
    .map(([who, door]) => writeKnowledge(who, door)),
  fc
    .tuple(fc.constantFrom('neighbour' as const, 'newcomer' as const), at, anyDoor)
    .map(([who, n, door]) => correct(who, n, door)),
  fc
    .tuple(fc.constantFrom<Persona>('moderator', 'moderator', 'resident', 'editor'), at)
    .map(([who, n]) => accept(who, n)),
  fc.tuple(anybody, anyDoor, at).map(([who, door, n]) => lookAtKnowledge(who, door, n)),
  fc
    .tuple(
      anybody,
      fc.subarray<Scope>(['mcp:read', 'mcp:write', 'mcp:private'], { minLength: 1 }),
      fc.constantFrom('write_task', 'list_articles', 'list_conversations', 'list_residents'),
    )
    .map(([who, scopes, name]) => withLessScope(who, scopes, name)),
  fc
    .tuple(fc.constantFrom('resident' as const, 'editor' as const), anyDoor)
    .map(([from, door]) => say(from, door)),
  fc.tuple(anybody, at, anyDoor).map(([who, n, door]) => listen(who, n, door)),
] as const;
