import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { BodyClass } from '../../../domain/kernel/operation.ts';
import { bodyLimits } from '../body-limits.ts';
import { bodyOwnerOf, parseJsonBody } from '../json-body.ts';
import { readJudgedBody } from '../judged-body.ts';
import { getAdmitted } from '../rest.ts';
import type { ProtocolHeaders } from './protocol.ts';
import type { ToolServer } from './tool-server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How much of the body may be read, by what the head says. */
    toolBody?: BodyClass;
  }
}

/** Clients write the name of the tool in front of its arguments. */
const startBytes = 4096;
/** Right behind the opening of `params`, so that no text among the arguments is taken for it. */
const toolName = /"params"\s{0,20}:\s{0,20}\{\s{0,20}"name"\s{0,20}:\s{0,20}"(\w{1,100})"/;

/** Clients of the newest protocol name the tool in a header, and the body must agree with it. */
export function findToolInHead({ method, name }: ProtocolHeaders): string | undefined {
  return method === 'tools/call' ? name : undefined;
}

/** Of earlier clients the tool is known only from the body: its scope is checked as soon as its name has arrived. */
export async function readToolBody(
  request: FastifyRequest,
  payload: Readable,
  server: ToolServer,
): Promise<unknown> {
  const { caller } = getAdmitted(request);
  let limit = bodyLimits[request.toolBody ?? 'small'];
  const body = await readJudgedBody(request, payload, {
    isEnough: ({ length }) => length >= startBytes,
    judge(start) {
      const name = toolName.exec(start.toString('latin1', 0, startBytes))?.[1];
      if (name !== undefined) limit = bodyLimits[server.judgeTool(caller, name)];
      return limit.bytes;
    },
  });
  return parseJsonBody(body, limit, bodyOwnerOf(request));
}
