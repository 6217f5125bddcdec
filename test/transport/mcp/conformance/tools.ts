import {
  capabilitiesKey,
  type Message,
  ProtocolError,
  rpcErrors,
} from '../../../../src/entry/transport/mcp/protocol.ts';

export type FixtureTool = (message: Message) => object;

/** One red pixel, and a WAV file without samples. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
export const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

export const text = (said: string) => ({ content: [{ type: 'text', text: said }] });
const image = { type: 'image', data: picture, mimeType: 'image/png' };

/** Refuses a client that has not declared the capability. */
export function requireCapability(message: Message, name: string): void {
  const declared = (message.params._meta as Record<string, Record<string, unknown>> | undefined)?.[
    capabilitiesKey
  ];
  if (declared?.[name] !== undefined) return;
  throw new ProtocolError(rpcErrors.missingCapability, 400, `The client lacks ${name}.`, message.id, {
    requiredCapabilities: { [name]: {} },
  });
}

export const contentTools: ReadonlyMap<string, FixtureTool> = new Map<string, FixtureTool>([
  ['test_simple_text', () => text('This is a simple text response for testing.')],
  ['test_image_content', () => ({ content: [image] })],
  ['test_audio_content', () => ({ content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] })],
  [
    'test_embedded_resource',
    () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  ],
  [
    'test_multiple_content_types',
    () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  ],
  [
    'test_error_handling',
    () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  ],
  // These would report progress; responses here are not streamed, so they report none.
  ['test_tool_with_progress', () => text('Done.')],
  ['test_tool_with_logging', () => text('Done.')],
  ['test_logging_tool', () => text('Done.')],
  [
    'test_missing_capability',
    (message) => {
      requireCapability(message, 'sampling');
      return text('The client can sample.');
    },
  ],
]);

/** Every keyword that the suite expects unchanged. */
export const schemaTool = {
  name: 'json_schema_2020_12_tool',
  description: 'A tool with the newer words of JSON Schema.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
};
