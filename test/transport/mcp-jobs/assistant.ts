import assert from 'node:assert/strict';
import type { Language } from '../../../src/base/i18n/text.ts';
import type { Audience } from '../../../src/domain/kernel/operation.ts';
import type { Persona } from '../../../src/entry/demo/world.ts';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import type { ConnectClient, Connected } from '../mcp/official-clients.ts';
import { readConfirmWord, readRefusalBody, type ToolReply } from '../mcp/untrusted-text-marks.ts';
import { createKnownWords } from './known-words.ts';

/** A reply with a path accessor: at('contacts.0.id'). */
export interface AssistantReply {
  whole: Record<string, unknown>;
  at(path: string): unknown;
  text(path: string): string;
  list(path: string): Record<string, unknown>[];
}

function wrapReply(whole: Record<string, unknown>): AssistantReply {
  const at = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], whole);
  return {
    whole,
    at,
    text(path) {
      const value = at(path);
      assert.equal(typeof value, 'string', `${path}: ${JSON.stringify(whole).slice(0, 400)}`);
      return value as string;
    },
    list(path) {
      const value = at(path);
      assert.ok(Array.isArray(value), `${path}: ${JSON.stringify(whole).slice(0, 400)}`);
      return value as Record<string, unknown>[];
    },
  };
}

/** A person's assistant at one server: it can only call tools and read the results. */
export interface Assistant {
  call(name: string, given?: Record<string, unknown>): Promise<AssistantReply>;
  /** The same for a call that is expected to be refused. */
  refused(name: string, given: Record<string, unknown>): Promise<AssistantReply>;
  /** A call that is asked about first: refused with a word, then performed with it. */
  confirmed(name: string, given: Record<string, unknown>): Promise<AssistantReply>;
  /** What the server says of itself when an assistant connects. */
  instructions(): Promise<string>;
  read(uri: string): Promise<string>;
  client(): Promise<Connected>;
}

/** Everybody's assistants, connected on first use, and their cost. */
export function createAssistants(stage: DemoContext, reach: ConnectClient, language?: Language) {
  const connected = new Map<string, Promise<Connected>>();
  const spent = { calls: 0, bytes: 0, refusals: 0 };
  let known = createKnownWords();
  const lists = new Map<string, unknown>();
  const connect = (who: Persona | null, audience: Audience) => {
    const key = `${who} ${audience}`;
    let client = connected.get(key);
    if (client === undefined) {
      const headers: Record<string, string> = {
        ...(language && { 'accept-language': language }),
        ...(who !== null && { authorization: `Bearer ${stage.tokens[who]}` }),
      };
      client = reach(new URL(`${stage.service.url}/mcp/${audience}`), { requestInit: { headers } });
      connected.set(key, client);
    }
    return client;
  };
  return {
    spent,
    /** A new job: its text is all that an assistant knows beside tool lists and replies. */
    begin(text: string) {
      known = createKnownWords();
      known.learn(text);
      Object.assign(spent, { calls: 0, bytes: 0, refusals: 0 });
    },
    /** What the person adds on the way. */
    tell: (source: unknown) => known.learn(source),
    assistant(who: Persona | null, audience: Audience): Assistant {
      const send = async (name: string, given: Record<string, unknown>) => {
        const client = await connect(who, audience);
        const key = `${who} ${audience}`;
        if (!lists.has(key)) lists.set(key, await client.listTools());
        known.learn(lists.get(key));
        known.check(name, given);
        const result = (await client.callTool({ name, arguments: given })) as ToolReply;
        spent.calls += 1;
        if (result.isError) spent.refusals += 1;
        known.learn(result.content);
        // What an assistant reads: the text or the structure, never both.
        spent.bytes += result.content.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0);
        return result;
      };
      return {
        async call(name, given = {}) {
          const result = await send(name, given);
          assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
          return wrapReply(result.structuredContent as Record<string, unknown>);
        },
        async refused(name, given) {
          const result = await send(name, given);
          assert.ok(result.isError, `${name} was not refused`);
          return wrapReply(readRefusalBody(result));
        },
        async confirmed(name, given) {
          const confirm = readConfirmWord(await send(name, given));
          assert.ok(confirm, `${name} was done without being asked about`);
          return this.call(name, { ...given, confirm });
        },
        async instructions() {
          const text = (await connect(who, audience)).getInstructions() ?? '';
          known.learn(text);
          return text;
        },
        async read(uri) {
          known.check('resources/read', { uri });
          const { contents } = await (await connect(who, audience)).readResource({ uri });
          const text = contents.map((each) => each.text ?? '').join('');
          known.learn(text);
          spent.calls += 1;
          spent.bytes += Buffer.byteLength(text);
          return text;
        },
        client: () => connect(who, audience),
      };
    },
    async close() {
      for (const client of connected.values()) await (await client).close();
    },
  };
}

export type Assistants = ReturnType<typeof createAssistants>;
