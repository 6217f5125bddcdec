import { seedFoundation } from './foundation.ts';
import { type BenchService, compare, startReference } from './side-by-side.ts';

/** tools/call of list_settlements beside bare JSON-RPC and beside the SDK's own server with the same tools. */
export async function measureMcp(service: BenchService): Promise<void> {
  const token = await seedFoundation(service);
  const [bare, sdk] = [
    await startReference(new URL('./references/mcp-bare.ts', import.meta.url), service),
    await startReference(new URL('./references/mcp-sdk.ts', import.meta.url), service),
  ];
  try {
    for (const audience of ['public', 'resident']) {
      const request = {
        method: 'POST' as const,
        body: JSON.stringify(call),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'list_settlements',
          ...(audience !== 'public' && { authorization: `Bearer ${token}` }),
        },
      };
      await compare(`tools/call of list_settlements, ${audience}, 30 of 20,000`, [
        { label: 'bare JSON-RPC + driver', url: `${bare.url}/${audience}`, pid: bare.pid, ...request },
        { label: 'service', url: `${service.url}/mcp/${audience}`, pid: service.pid, ...request },
        { label: 'McpServer of the SDK', url: `${sdk.url}/${audience}`, pid: sdk.pid, ...request },
      ]);
    }
  } finally {
    await bare.stop();
    await sdk.stop();
  }
}

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'list_settlements',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
