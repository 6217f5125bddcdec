import { type BenchService, compare, startReference } from './bench-harness.ts';
import { seedFoundation } from './foundation.ts';

/** tools/call of list_settlements compared with bare JSON-RPC and with the SDK's server with the same tools. */
export async function measureMcp(service: BenchService): Promise<void> {
  const callers = (await seedFoundation(service)).map((token) => ({ authorization: `Bearer ${token}` }));
  const [bare, sdk] = [
    await startReference(new URL('./references/mcp-bare.ts', import.meta.url), service),
    await startReference(new URL('./references/mcp-sdk.ts', import.meta.url), service),
  ];
  try {
    // A full page mostly measures driver and rows; a page of one entry shows the protocol overhead.
    const pages = { 'a page of 30': {}, 'a page of 1': { cursor: '19999' } };
    for (const audience of ['public', 'resident']) {
      for (const [page, given] of Object.entries(pages)) {
        const request = {
          method: 'POST' as const,
          body: JSON.stringify(callWith(given)),
          headers,
          ...(audience === 'resident' && { callers }),
        };
        await compare(`tools/call of list_settlements, ${audience}, ${page}`, [
          { label: 'bare JSON-RPC + driver', url: `${bare.url}/${audience}`, pid: bare.pid, ...request },
          { label: 'service', url: `${service.url}/mcp/${audience}`, pid: service.pid, ...request },
          { label: 'McpServer of the SDK', url: `${sdk.url}/${audience}`, pid: sdk.pid, ...request },
        ]);
      }
    }
  } finally {
    await bare.stop();
    await sdk.stop();
  }
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'list_settlements',
};

const callWith = (given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'list_settlements',
    arguments: given,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
