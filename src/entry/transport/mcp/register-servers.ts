import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { type AnyOperation, audiences } from '../../../domain/kernel/operation.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import { createAudienceServer } from './audience-server.ts';
import { createElicitation } from './elicitation.ts';
import { createElicitationChannel, type ElicitationChannel } from './elicitation-stream.ts';
import { createPictures } from './pictures.ts';
import { registerMcp } from './routes.ts';

export interface McpOptions {
  operations: readonly AnyOperation[];
  kernel: Kernel;
  version: string;
  pool: Pool;
  services: Services;
  /** Signs the state that clients carry between a question and its answer. */
  secret: Buffer;
  now(): Date;
}

/** One server per audience, at /mcp/<audience>. The caller must close the returned object. */
export function registerMcpServers(server: FastifyInstance, options: McpOptions): ElicitationChannel {
  const asking = createElicitationChannel(server, options);
  const audienceParts = {
    ...options,
    questions: createElicitation(options),
    pictures: createPictures(options),
  };
  for (const audience of audiences)
    registerMcp(server, audience, createAudienceServer(audience, audienceParts), options.kernel, asking);
  return asking;
}
