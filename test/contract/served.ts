import { audiences } from '../../src/kernel/operation.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import type { TestService } from '../harness/open-service.ts';

export interface Tool {
  name: string;
}

export interface Served {
  openapi: { servers: unknown; paths: Record<string, Record<string, unknown>> };
  /** By audience. */
  tools: Record<string, Tool[]>;
}

/** The interface as a running service tells it: its OpenAPI document, and each MCP server's tools for a token of all scopes. */
export async function fetchServed(service: TestService): Promise<Served> {
  const id = service.newId();
  const now = new Date();
  await insertAccount(service.db, {
    id,
    email: 'reader@example.org',
    displayName: 'Reader',
    language: 'en',
    passwordHash: null,
    emailConfirmedAt: now,
    createdAt: now,
  });
  const token = await service.token(id);
  const tools: Served['tools'] = {};
  for (const audience of audiences)
    tools[audience] = await listTools(`${service.url}/mcp/${audience}`, token);
  const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as Served['openapi'];
  // The address it was asked at, which is another one every time.
  return { openapi: { ...openapi, servers: [{ url: '/' }] }, tools };
}

async function listTools(address: string, token: string): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: cursor ? { cursor } : {} }),
    });
    const { result } = (await response.json()) as { result: { tools: Tool[]; nextCursor?: string } };
    tools.push(...result.tools);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
