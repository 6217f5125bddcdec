import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface Connected {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}
export type Reach = (url: URL, init: { requestInit?: RequestInit }) => Promise<Connected>;

const about = { name: 'test', version: '1' };
const connectModern = async (
  options: ConstructorParameters<typeof ModernClient>[1],
  ...to: Parameters<Reach>
) => {
  const client = new ModernClient(about, options);
  await client.connect(new ModernTransport(...to));
  return client as Connected;
};
/** The official clients, as people's assistants use them. */
export const officialClients: Record<string, Reach> = {
  'client 1.x': async (...to) => {
    const client = new EarlierClient(about);
    await client.connect(new EarlierTransport(...to) as never);
    return client as unknown as Connected;
  },
  'client 2.x, newest revision': (...to) =>
    connectModern({ versionNegotiation: { mode: { pin: '2026-07-28' } } }, ...to),
  'client 2.x, earlier revision': (...to) => connectModern({ versionNegotiation: { mode: 'legacy' } }, ...to),
};
