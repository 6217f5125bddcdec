import type { MapText } from './page-fixtures.ts';

/** A small OpenAPI document with everything the reference page renders. */
export const openapi = (say: MapText) => ({
  openapi: '3.1.0',
  info: { title: say('Settlements'), version: say('1'), description: say('Посёлки и участки.') },
  servers: [{ url: '/' }],
  tags: [{ name: say('Settlement'), description: say('The register.') }, { name: say('Knowledge') }],
  paths: {
    '/api/v1/settlements': {
      get: {
        operationId: say('list_settlements'),
        summary: say('The public list of settlements.'),
        description: say('Newest first. Pass the cursor of the last reply to go on.'),
        tags: [say('Settlement')],
        security: [{}, { bearer: [] }],
        'x-mcp-audiences': ['public', say('resident')],
        parameters: [
          {
            name: say('q'),
            in: 'query',
            description: say('Any part of a name.'),
            schema: { type: 'string', maxLength: 120 },
          },
          {
            name: say('place'),
            in: 'query',
            required: true,
            schema: { type: 'integer', minimum: 1, example: say('7') },
          },
          { name: 'kind', in: 'query', schema: { enum: [say('snt'), say('dnp')], default: say('snt') } },
        ],
        responses: {
          200: {
            description: say('One page.'),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['settlements'],
                  properties: {
                    settlements: { type: 'array', items: { $ref: '#/components/schemas/Settlement' } },
                    cursor: { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }] },
                  },
                },
              },
            },
          },
          422: { description: say('Input failed validation.') },
        },
      },
    },
    '/api/v1/knowledge/articles/{article}': {
      parameters: [{ name: 'article', in: 'path', required: true, schema: { type: 'string' } }],
      patch: {
        operationId: say('edit_knowledge_article'),
        summary: say('Edit an article.'),
        tags: [say('Knowledge')],
        security: [{ bearer: ['mcp:write'] }],
        'x-mcp-audiences': ['resident', 'platform'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: {
                    type: 'string',
                    maxLength: 200,
                    example: say("It's a lawn"),
                    description: say('Title.'),
                  },
                  options: {
                    anyOf: [
                      { type: 'object', properties: { note: { type: ['string', 'null'] } } },
                      { type: 'null' },
                    ],
                  },
                  ring: {
                    type: 'array',
                    items: { type: 'object', properties: { latitude: { type: 'number' } } },
                  },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: say('The article.'),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Ring' } } },
          },
        },
      },
      delete: {
        operationId: say('remove_knowledge_article'),
        summary: say('Remove an article.'),
        tags: [say('Knowledge')],
        security: [{ bearer: [] }],
        responses: { 200: { description: say('Removed.') } },
      },
    },
  },
  components: {
    schemas: {
      Settlement: {
        type: 'object',
        description: say('A settlement of the register.'),
        properties: {
          id: { type: 'string', description: say('Identifier.') },
          next: { $ref: '#/components/schemas/Ring' },
        },
      },
      Ring: { $ref: '#/components/schemas/Ring' },
    },
  },
});
