import { type AnyOperation, type Audience, audiences } from '../../src/domain/kernel/operation.ts';
import { toJsonSchema } from '../../src/entry/contract/json-schema.ts';
import { capabilitiesKey, legacyVersions, modernVersion } from '../../src/entry/transport/mcp/protocol.ts';
import { operations } from '../../src/features/operations/index.ts';
import type { HostileRequest } from './hostile-request.ts';
import {
  encodeText,
  pickHostileJson,
  pickHostileText,
  prototypeNames,
  toJsonText,
} from './hostile-values.ts';
import { callerNames, type PrivateDataVillage } from './private-data-village.ts';
import { corruptFields } from './request-generator.ts';
import { generateObject, type Known } from './schema-values.ts';
import { createRandom, type Random } from './seeded-random.ts';

const all: readonly AnyOperation[] = operations;
const schemas = new Map(all.map((operation) => [operation, toJsonSchema(operation.input, 'input')]));
const offered = new Map(
  audiences.map((audience) => [audience, all.filter((operation) => operation.audiences.includes(audience))]),
);
const versionKey = capabilitiesKey.replace('clientCapabilities', 'protocolVersion');

/** Endless JSON-RPC requests for the five servers, in both eras of the protocol. */
export function createMcpRequests(
  village: Pick<PrivateDataVillage, 'tokens' | 'knownTo'>,
  seed: number,
): () => HostileRequest {
  const random = createRandom(seed);
  return () => {
    const audience = random.pick(audiences);
    const speaker = random.pick(callerNames);
    const token = village.tokens[speaker];
    const call = random.chance(0.75)
      ? callTool(audience, (tag) => village.knownTo(speaker, tag), random)
      : pickMethod((tag) => village.knownTo(speaker, tag), random);
    const isModern = random.chance(0.5);
    if (isModern)
      call.params._meta = {
        [versionKey]: modernVersion,
        [capabilitiesKey]: random.chance(0.95) ? {} : pickHostileJson(random),
      };
    const message = {
      jsonrpc: random.chance(0.98) ? '2.0' : pickHostileJson(random),
      ...(random.chance(0.98) && { id: random.chance(0.95) ? random.below(1000) : pickHostileJson(random) }),
      method: random.chance(0.98) ? call.method : random.pick([...prototypeNames, pickHostileText(random)]),
      params: random.chance(0.98) ? call.params : pickHostileJson(random),
    };
    return {
      subject: call.subject,
      speaker,
      method: 'POST',
      path: `/mcp/${audience}${random.pick(['', '', '?read_only=1', '?read_only=1&read_only=0'])}`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(isModern ? modernHeaders(call, random) : legacyHeaders(random)),
      },
      body: random.chance(0.02) ? `[${toJsonText(message)}]` : toJsonText(message),
    };
  };
}

interface McpCall {
  subject: string;
  method: string;
  params: Record<string, unknown>;
}
type FindKnown = (tag: string) => Known;

function callTool(audience: Audience, known: FindKnown, random: Random): McpCall {
  // Sometimes a tool of another server.
  const operation = random.pick(random.chance(0.9) ? (offered.get(audience) ?? all) : all);
  const schema = schemas.get(operation) ?? {};
  const input = generateObject(schema, known(operation.tag), random);
  corruptFields(input, Object.keys((schema.properties ?? {}) as object), random);
  return {
    subject: operation.name,
    method: 'tools/call',
    params: { name: operation.name, arguments: random.chance(0.97) ? input : pickHostileJson(random) },
  };
}

function pickMethod(known: FindKnown, random: Random): McpCall {
  const method = random.pick([
    'initialize',
    'ping',
    'server/discover',
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'notifications/initialized',
  ]);
  return { subject: method, method, params: { ...pickParams(method, known, random) } };
}

function pickParams(method: string, known: FindKnown, random: Random): Record<string, unknown> {
  const any = (usual: unknown) => (random.chance(0.3) ? pickHostileJson(random) : usual);
  const prompt = random.pick([
    'write_diary_entry',
    'answer_with_quotations',
    'review_queue',
    ...prototypeNames,
  ]);
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: any(legacyVersions[0]),
        capabilities: any({}),
        clientInfo: any({ name: 'x' }),
      };
    case 'resources/read': {
      const article = random.chance(0.3)
        ? pickHostileText(random).slice(0, 600)
        : random.pick(known('Knowledge').article ?? []);
      const diary = random.pick(known('Journal').article ?? []);
      const uris = [
        `settlements://knowledge/${encodeText(article)}`,
        `settlements://settlements/${random.pick(['sosny', 'berezka', '..'])}/articles/${encodeText(diary)}`,
        `settlements://knowledge/${article}`,
      ];
      return { uri: any(random.pick(uris)) };
    }
    case 'prompts/get':
      return {
        name: any(prompt),
        arguments: any({ notes: any('x'), question: any('y'), settlement: any('berezka'), plot: any('1') }),
      };
    case 'completion/complete':
      return {
        ref: any({
          type: random.pick(['ref/prompt', 'ref/resource']),
          name: any(prompt),
          uri: any('settlements://knowledge/{article}'),
        }),
        argument: any({ name: any(random.pick(['plot', 'settlement', 'notes'])), value: any('b') }),
      };
    default:
      return random.chance(0.3) ? { cursor: pickHostileJson(random) } : {};
  }
}

function modernHeaders({ method, params }: McpCall, random: Random): Record<string, string> {
  const name = params.name ?? params.uri;
  return {
    'mcp-protocol-version': random.chance(0.98) ? modernVersion : '2099-01-01',
    'mcp-method': method,
    ...(typeof name === 'string' && {
      'mcp-name': /^[\x21-\x7e]{1,500}$/.test(name)
        ? name
        : `=?base64?${Buffer.from(name).toString('base64').slice(0, 4000)}?=`,
    }),
  };
}

function legacyHeaders(random: Random): Record<string, string> {
  if (random.chance(0.5)) return {};
  return { 'mcp-protocol-version': random.pick([...legacyVersions, '1', '__proto__']) };
}
