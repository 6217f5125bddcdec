import { type Message, ProtocolError, rpcErrors } from '../../../../src/entry/transport/mcp/protocol.ts';
import type { ToolServer } from '../../../../src/entry/transport/mcp/tool-server.ts';
import { findOpenInputs, inputPrompt, inputTools } from './inputs.ts';
import { audio, contentTools, picture, schemaTool } from './tools.ts';

/**
 * The tools, resources and prompts that the conformance suite expects, named as in its scenarios. Built on the
 * service's protocol layer and mounted only by the script in this folder.
 */
export function createConformanceServer(): ToolServer {
  const tools = new Map([...contentTools, ...inputTools]);
  const toolsJson = JSON.stringify([
    ...[...tools.keys()].map((name) => ({
      name,
      description: `The suite's ${name}.`,
      inputSchema: { type: 'object' },
    })),
    schemaTool,
  ]);
  return {
    name: 'settlements-conformance',
    version: '1.0.0',
    instructions: 'What the conformance suite asks for.',
    needsToken: false,
    bodyClass: 'small',
    judgeTool: () => 'small',
    capabilities: () => ({ tools: {}, resources: {}, prompts: {}, completions: {} }),
    toolsJson: () => toolsJson,
    toolsets: [],
    hasTool: () => true,
    async callTool(name, _input, _call, _caller, message) {
      const result = tools.get(name)?.(message) as { resultType?: string } | undefined;
      if (result === undefined) return null;
      const { resultType, ...rest } = result;
      return { json: JSON.stringify(rest).slice(1, -1), ...(resultType !== undefined && { resultType }) };
    },
    resourcesJson: () =>
      JSON.stringify(resources.map(({ uri, name, mimeType }) => ({ uri, name, mimeType }))),
    templatesJson: () =>
      JSON.stringify([
        { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
      ]),
    async readResource(uri) {
      const found = resources.find((resource) => resource.uri === uri);
      if (found !== undefined) {
        const { name: _, ...contents } = found;
        return contents;
      }
      const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
      if (id === undefined) return null;
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { uri, mimeType: 'application/json', text };
    },
    promptsJson: () =>
      JSON.stringify(Object.entries(prompts).map(([name, { about }]) => ({ name, ...about }))),
    getPrompt(name, given, message) {
      const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
      return prompt?.get(given, message) ?? null;
    },
    complete: ({ of, argument }) =>
      of === 'test_prompt_with_arguments' && argument.startsWith('arg') ? ['test one', 'test two'] : null,
  };
}

const resources = [
  {
    uri: 'test://static-text',
    name: 'text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png', blob: picture },
  { uri: 'test://static-audio', name: 'audio', mimeType: 'audio/wav', blob: audio },
];

interface FixturePrompt {
  about: { description: string; arguments?: { name: string; required: boolean }[] };
  get(given: Record<string, unknown>, message: Message): object;
}

const says = (content: object) => ({ role: 'user', content });
const saysText = (text: string) => says({ type: 'text', text });
const needed = (...names: string[]) => names.map((name) => ({ name, required: true }));

const prompts: Record<string, FixturePrompt> = {
  test_simple_prompt: {
    about: { description: 'A prompt without arguments.' },
    get: () => ({ messages: [saysText('This is a simple prompt for testing.')] }),
  },
  test_prompt_with_arguments: {
    about: { description: 'A prompt with two arguments.', arguments: needed('arg1', 'arg2') },
    get: ({ arg1, arg2 }) => ({
      messages: [saysText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  },
  test_prompt_with_embedded_resource: {
    about: { description: 'A prompt with a resource in it.', arguments: needed('resourceUri') },
    get: ({ resourceUri: uri }) => ({
      messages: [
        says({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        saysText('Please process the embedded resource above.'),
      ],
    }),
  },
  test_prompt_with_image: {
    about: { description: 'A prompt with a picture in it.' },
    get: () => ({
      messages: [
        says({ type: 'image', data: picture, mimeType: 'image/png' }),
        saysText('Please analyze the image above.'),
      ],
    }),
  },
  test_input_required_result_prompt: {
    about: { description: 'A prompt that asks for something first.' },
    get: (_given, message) => {
      if (message.era === 'legacy')
        throw new ProtocolError(rpcErrors.invalidParams, 200, 'Newest revision only.', message.id);
      return findOpenInputs(message, inputPrompt) ?? { messages: [saysText('Thank you.')] };
    },
  },
};
