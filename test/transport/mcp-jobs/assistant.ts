import assert from 'node:assert/strict';
import type { Audience } from '../../../src/domain/kernel/operation.ts';
import type { Persona } from '../../../src/entry/demo/world.ts';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import type { ConnectClient, Connected } from '../mcp/official-clients.ts';
import type { ToolReply } from '../mcp/untrusted-text-marks.ts';

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
}

/** Everybody's assistants, connected on first use, and their cost. */
export function createAssistants(stage: DemoContext, reach: ConnectClient) {
  const connected = new Map<string, Promise<Connected>>();
  const spent = { calls: 0, bytes: 0 };
  const connect = (who: Persona | null, audience: Audience) => {
    const key = `${who} ${audience}`;
    let client = connected.get(key);
    if (client === undefined) {
      const headers: Record<string, string> =
        who === null ? {} : { authorization: `Bearer ${stage.tokens[who]}` };
      client = reach(new URL(`${stage.service.url}/mcp/${audience}`), { requestInit: { headers } });
      connected.set(key, client);
    }
    return client;
  };
  return {
    spent,
    assistant(who: Persona | null, audience: Audience): Assistant {
      const send = async (name: string, given: Record<string, unknown>) => {
        const client = await connect(who, audience);
        const result = (await client.callTool({ name, arguments: given })) as ToolReply;
        spent.calls += 1;
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
          return wrapReply(JSON.parse(result.content[0]?.text ?? '{}'));
        },
      };
    },
    async close() {
      for (const client of connected.values()) await (await client).close();
    },
  };
}

export type Assistants = ReturnType<typeof createAssistants>;
