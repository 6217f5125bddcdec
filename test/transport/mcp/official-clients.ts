import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export interface Connected {
  listTools(): Promise<{ tools: { name: string; description?: string; inputSchema: object }[] }>;
  getInstructions(): string | undefined;
  readResource(asked: { uri: string }): Promise<{ contents: { text?: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string; title?: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}
export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
}
/** Answers elicitations at the client. Without one the client declares no elicitation. */
export type ElicitationHandler = (question: { message: string }) => Answer | Promise<Answer>;
export type ConnectClient = (
  url: URL,
  init: { requestInit?: RequestInit },
  person?: ElicitationHandler,
) => Promise<Connected>;

const about = { name: 'test', version: '1' };
const askable = { capabilities: { elicitation: { form: {} } } };

const connectModern = async (
  options: ConstructorParameters<typeof ModernClient>[1],
  url: URL,
  init: { requestInit?: RequestInit },
  person?: ElicitationHandler,
) => {
  const client = new ModernClient(about, { ...options, ...(person && askable) });
  if (person)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ ...(await person(params)) }));
  await client.connect(new ModernTransport(url, init));
  return client as unknown as Connected;
};
/** The official clients, as assistants use them. */
export const officialClients: Record<string, ConnectClient> = {
  'client 1.x': async (url, init, person) => {
    const client = new EarlierClient(about, person && askable);
    if (person)
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await person(params)) }));
    await client.connect(new EarlierTransport(url, init) as never);
    return client as unknown as Connected;
  },
  'client 2.x, newest revision': (...to) =>
    connectModern({ versionNegotiation: { mode: { pin: '2026-07-28' } } }, ...to),
  'client 2.x, earlier revision': (...to) => connectModern({ versionNegotiation: { mode: 'legacy' } }, ...to),
};
