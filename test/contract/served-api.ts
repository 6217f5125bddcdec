import { type Audience, audiences } from '../../src/domain/kernel/operation.ts';
import type { TestService } from '../harness/open-service.ts';
import { buildVillage } from '../harness/village.ts';

export interface Tool {
  name: string;
}

export interface ServedApi {
  openapi: { servers: unknown; paths: Record<string, Record<string, unknown>> };
  /** By audience. */
  tools: Record<string, Tool[]>;
}

/** The persona with the longest tool list, where it depends on a role. */
const roleHolders: Partial<Record<Audience, 'editor' | 'moderator'>> = {
  settlement: 'editor',
  platform: 'moderator',
};

/** The API as served: the OpenAPI document, and the tools of each MCP server for a token with all scopes. */
export async function fetchServedApi(service: TestService): Promise<ServedApi> {
  const { accounts } = await buildVillage(service);
  const tools: ServedApi['tools'] = {};
  for (const audience of audiences) {
    const token = await service.token(accounts[roleHolders[audience] ?? 'resident']);
    tools[audience] = await listTools(`${service.url}/mcp/${audience}`, token);
  }
  const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as ServedApi['openapi'];
  // Its server URL has a random port.
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
