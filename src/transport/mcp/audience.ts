import type { AnyOperation, Audience } from '../../kernel/operation.ts';
import type { Kernel } from '../../kernel/run.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import type { Surface } from './surface.ts';
import { callOperation, createToolLists } from './tools.ts';

const instructions: Record<Audience, string> = {
  public:
    'The public catalogue of settlements and the shared knowledge base. Nothing here needs an account. Identifiers are strings.',
  resident:
    'Everything a resident can do: plots, devices, diary, tasks, directory, messages, knowledge base. Begin with show_me or list_my_parcels. ' +
    'Write drafts first and publish only when the person has agreed. Identifiers are strings; pass `cursor` on unchanged for the next page.',
  settlement:
    'For the board of a settlement: residents, claims, corrections, boundary, directory, announcements. Begin with show_me to learn which settlement. ' +
    'Never decide a claim or a correction without being told to.',
  platform:
    'For moderators of the platform: the queue of the knowledge base and what waits there. Begin with list_knowledge_queue.',
  company:
    'For the representative of a company: its card, its tasks, its reviews and messages. Begin with show_me.',
};

export function createAudience(
  audience: Audience,
  operations: readonly AnyOperation[],
  kernel: Kernel,
  version: string,
): Surface {
  const tools = createToolLists(operations, audience);
  const resources = createResources(operations, audience, kernel);
  const prompts = createPrompts(audience);
  return {
    name: `settlements-${audience}`,
    version,
    instructions: instructions[audience],
    needsToken: audience !== 'public',
    capabilities: () => ({ tools: {}, resources: {}, prompts: {} }),
    toolsJson: tools.json,
    async callTool(name, input, call, caller) {
      const operation = tools.find(name);
      return operation === undefined ? null : callOperation(operation, input, call, caller, kernel);
    },
    resourcesJson: () => '[]',
    templatesJson: () => resources.templatesJson,
    readResource: resources.read,
    promptsJson: () => prompts.json,
    getPrompt(name, given) {
      const prompt = prompts.get(name, given);
      return typeof prompt === 'string' ? { missing: prompt } : prompt;
    },
  };
}
