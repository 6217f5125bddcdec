import type { AnyOperation } from '../../domain/kernel/operation.ts';
import { isReadOnly, parseRoute, tags } from '../../domain/kernel/operation.ts';
import { requireFieldsOn } from '../../domain/kernel/operation-input.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

export type OpenApi = JsonSchema & { paths: Record<string, Record<string, JsonSchema>> };

const tagDescriptions: Record<string, string> = {
  Common: 'Places, and everything that carries one tag.',
  Company: 'Registered companies and their cards.',
  Device: 'Devices on a plot, their sensors and readings.',
  Journal: "A plot's diary and a settlement's blog.",
  Knowledge: 'The shared, moderated knowledge base.',
  Media: 'Photographs and documents.',
  Messenger: 'Messages between neighbours, with the board and with companies.',
  Notification: 'What an account is told, and how.',
  Parcel: 'Plots, buildings and what stands on a plot.',
  Proposal: 'Corrections that residents propose to the directory.',
  Review: 'Verdicts (medals) on contacts and companies.',
  Settlement: 'The register of settlements, boundaries, residents and the directory.',
  Task: 'Requests, works and reminders.',
  User: 'The calling account.',
};

/** The whole interface as an OpenAPI 3.1 document, made from the list of operations and from nothing else. */
export function buildOpenApi(operations: readonly AnyOperation[], baseUrl = '/'): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const operation of operations) {
    const { method, path } = parseRoute(operation);
    const url = `/api/v1${path}`;
    paths[url] ??= {};
    paths[url][method.toLowerCase()] = describeOperation(operation);
  }
  const used = new Set(operations.map((operation) => operation.tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Settlements',
      version: '1',
      summary: 'The service that cottage villages and dacha partnerships run their common life on.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.filter((tag) => used.has(tag)).map((name) => ({ name, description: tagDescriptions[name] })),
    security: [],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal token from the account settings, or an access token issued by OAuth.',
        },
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: '/oauth/authorize',
              tokenUrl: '/oauth/token',
              refreshUrl: '/oauth/token',
              scopes: { 'mcp:read': 'Read', 'mcp:write': 'Write', 'mcp:private': 'Private data' },
            },
          },
        },
      },
      schemas: errorSchemas,
      responses: errorResponses,
    },
  };
}

function describeOperation(operation: AnyOperation): JsonSchema {
  const { method, pathFields } = parseRoute(operation);
  const input = toJsonSchema(requireFieldsOn(operation.input), 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const fields = Object.entries(input.properties ?? {});
  const inQuery = method === 'GET' || method === 'DELETE';
  const parameters: JsonSchema[] = fields
    .filter(([name]) => pathFields.includes(name) || inQuery)
    .map(([name, { description, ...schema }]) => ({
      name,
      in: pathFields.includes(name) ? 'path' : 'query',
      required: pathFields.includes(name) || (input.required ?? []).includes(name),
      ...(description !== undefined && { description }),
      schema,
    }));
  if (!isReadOnly(operation)) parameters.push(idempotencyKey);
  const bodyFields = inQuery ? [] : fields.filter(([name]) => !pathFields.includes(name));
  const required = (input.required ?? []).filter((name) => !pathFields.includes(name));
  const scopes = operation.scope === 'mcp:private' ? ['mcp:read', 'mcp:private'] : [operation.scope];
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    'x-scope': operation.scope,
    'x-mcp-audiences': [...operation.audiences],
    'x-read-only': isReadOnly(operation),
    security: operation.scope === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }, { oauth: scopes }],
    ...(parameters.length > 0 && { parameters }),
    ...(bodyFields.length > 0 && {
      requestBody: {
        required: required.length > 0,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(bodyFields),
              ...(required.length > 0 && { required }),
              additionalProperties: false,
            },
          },
        },
      },
    }),
    responses: {
      [operation.success]: {
        description: 'Done.',
        content: { 'application/json': { schema: toJsonSchema(operation.output, 'output') } },
      },
      401: { $ref: '#/components/responses/Unauthenticated' },
      ...(operation.scope !== 'public' && { 403: { $ref: '#/components/responses/Forbidden' } }),
      ...(pathFields.length > 0 && { 404: { $ref: '#/components/responses/NotFound' } }),
      422: { $ref: '#/components/responses/Invalid' },
      429: { $ref: '#/components/responses/TooMany' },
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A word of your own for this request. Sent again with the same key, input and scopes within seven days, it is not done twice: the first reply comes again, as long as you have the roles you had then (else 403). Of long replies the newest 5 MB are kept; a repeat of an older one is 422 with its short fields in `done`.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

const errorSchemas = {
  Error: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'A sentence for a person, in the language of the request.' },
    },
  },
  ValidationError: {
    type: 'object',
    required: ['message', 'errors'],
    properties: {
      message: { type: 'string', description: 'A sentence about the first failure.' },
      errors: {
        type: 'object',
        description: 'From field name (nested ones with dots) to what is wrong with it.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

const errorResponse = (description: string, schema = 'Error', headers?: JsonSchema) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const errorResponses = {
  Unauthenticated: errorResponse('No token, or a token that is not valid.'),
  Forbidden: errorResponse('The token lacks the scope, or the account may not do this.'),
  NotFound: errorResponse('No such thing, or it is not visible to the caller.'),
  Invalid: errorResponse('The input was refused.', 'ValidationError'),
  TooMany: errorResponse('Too many requests this minute.', 'Error', {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  }),
};
