import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Pool } from '../../src/base/db/connect.ts';
import type { AnyOperation, Audience } from '../../src/domain/kernel/operation.ts';
import { operations } from '../../src/features/operations/index.ts';
import { handle as listSettlements } from './settlements.ts';
import { findAccountByToken } from './token-cache.ts';

const handlers = new Map<string, ReturnType<typeof createMcpHandler>>();

/** The SDK's server with the tools of the audience named in the URL and the same schemas. */
function findHandler(sql: Pool, audience: string) {
  let handler = handlers.get(audience);
  if (handler === undefined) {
    const offered = operations.filter((operation) => operation.audiences.includes(audience as Audience));
    handler = createMcpHandler(() => createServer(sql, offered), { responseMode: 'json' });
    handlers.set(audience, handler);
  }
  return handler;
}

/** Created per request: the SDK does not allow sharing a server. */
function createServer(sql: Pool, offered: readonly AnyOperation[]): McpServer {
  const server = new McpServer({ name: 'reference', version: '1' });
  for (const { name, summary, input, output } of offered) {
    server.registerTool(
      name,
      { description: summary, inputSchema: input, outputSchema: output },
      async (given: Record<string, unknown>) => {
        const reply = await listSettlements(
          sql,
          given.cursor === undefined ? '/' : `/?cursor=${given.cursor}`,
        );
        const structuredContent = reply as Record<string, unknown>;
        return { content: [{ type: 'text', text: JSON.stringify(reply) }], structuredContent };
      },
    );
  }
  return server;
}

export async function handle(
  sql: Pool,
  url: string,
  token: string | undefined,
  body: string,
  headers: Record<string, string>,
): Promise<unknown> {
  if (token !== undefined) await findAccountByToken(sql, token);
  const request = new Request(`http://127.0.0.1${url}`, { method: 'POST', headers, body });
  const response = await findHandler(sql, url.slice(1)).fetch(request, { parsedBody: JSON.parse(body) });
  const reply = await response.text();
  if (!response.ok) throw new Error(reply);
  return reply;
}
