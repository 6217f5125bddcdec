import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { audiences } from '../../../src/kernel/operation.ts';
import { operations } from '../../../src/operations/index.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('official clients', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
  });
  const headers = () => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

  for (const audience of audiences) {
    it(`the 2.x client lists the tools of ${audience} in the order of the operations`, async () => {
      const client = new ModernClient(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      await client.connect(
        new ModernTransport(
          new URL(`${service.url}/mcp/${audience}`),
          audience === 'public' ? {} : headers(),
        ),
      );
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        operations
          .filter((operation) => (operation.audiences as readonly string[]).includes(audience))
          .map((operation) => operation.name),
      );
      await client.close();
    });
    it(`the 1.x client lists the same tools of ${audience}`, async () => {
      const client = new EarlierClient({ name: 'test', version: '1' });
      await client.connect(
        new EarlierTransport(
          new URL(`${service.url}/mcp/${audience}`),
          audience === 'public' ? {} : headers(),
        ) as never,
      );
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        operations
          .filter((operation) => (operation.audiences as readonly string[]).includes(audience))
          .map((operation) => operation.name),
      );
      await client.close();
    });
  }

  it('a tool gives what REST gives, as structure and as text', async () => {
    const client = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new ModernTransport(new URL(`${service.url}/mcp/resident`), headers()));
    const result = await client.callTool({ name: 'list_my_parcels', arguments: {} });
    const rest = await village.clients.resident.list_my_parcels({});
    assert.deepEqual(result.structuredContent, rest);
    await client.close();
  });
});
