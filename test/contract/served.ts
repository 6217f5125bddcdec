import { type Audience, audiences } from '../../src/domain/kernel/operation.ts';
import type { TestService } from '../harness/open-service.ts';
import { buildVillage } from '../harness/village.ts';

export interface Tool {
  name: string;
}

export interface Served {
  openapi: { servers: unknown; paths: Record<string, Record<string, unknown>> };
  /** By audience. */
  tools: Record<string, Tool[]>;
}

/** Whose list is the longest where it depends on an office. */
const officeholders: Partial<Record<Audience, 'editor' | 'moderator'>> = {
  settlement: 'editor',
  platform: 'moderator',
};

/** The interface as a running service tells it: its OpenAPI document, and each MCP server's tools for a token of all scopes. */
export async function fetchServed(service: TestService): Promise<Served> {
  const { accounts } = await buildVillage(service);
  const tools: Served['tools'] = {};
  for (const audience of audiences) {
    const token = await service.token(accounts[officeholders[audience] ?? 'resident']);
    tools[audience] = await listTools(`${service.url}/mcp/${audience}`, token);
  }
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
