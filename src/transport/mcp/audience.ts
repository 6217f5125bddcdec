import { type AnyOperation, type Audience, isReading } from '../../kernel/operation.ts';
import type { Kernel } from '../../kernel/run.ts';
import { widestBody } from '../body-limits.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { createToolLists } from './tool-list.ts';
import type { ToolServer } from './tool-server.ts';
import { callOperation } from './tools.ts';

/** Said once here instead of in every tool. */
const common =
  'Lists come in pages: pass the `cursor` of a reply on unchanged for the next page; null ends the list. Identifiers are strings of digits. ' +
  'Days are Y-m-d, moments ISO 8601 with an offset. When editing, what is left out stays as it is, and a list that is sent replaces the whole list. ' +
  'Filters that are left out do not narrow. A refusal names the fields and what would be accepted. ' +
  'visibility: private (its author and the board), residents (confirmed ones), settlement (everybody tied to it), public (everybody).';

const instructions: Record<Audience, string> = {
  public: 'The public catalogue of settlements and the shared knowledge base. Nothing here needs an account.',
  resident:
    'Everything a resident can do: plots, devices, diary, tasks, directory, messages, knowledge base. Begin with show_me or list_my_parcels. ' +
    'Write drafts first and publish only when the person has agreed.',
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
): ToolServer {
  const tools = createToolLists(operations, audience);
  const resources = createResources(operations, audience, kernel);
  const prompts = createPrompts(audience);
  return {
    name: `settlements-${audience}`,
    version,
    instructions: `${instructions[audience]} ${common}`,
    needsToken: audience !== 'public',
    body: widestBody(
      operations.filter((each) => each.audiences.includes(audience)).map(({ body }) => body ?? 'small'),
    ),
    capabilities: () => ({ tools: {}, resources: {}, prompts: {}, completions: {} }),
    toolsJson: tools.json,
    isReadingTool(name) {
      const operation = tools.find(name);
      return operation !== undefined && isReading(operation);
    },
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
    async complete({ kind, of, argument, value }, call, caller) {
      if (kind === 'resource') return resources.hasTemplate(of) ? [] : null;
      const suggestions = prompts.findSuggestions(of, argument);
      if (!suggestions) return suggestions === null ? [] : null;
      const operation = operations.find(({ name }) => name === suggestions.operation);
      if (operation === undefined) return [];
      const reply = await kernel.perform(operation, {}, call, caller);
      const typed = value.toLowerCase();
      return suggestions.values(reply).filter((each) => each.toLowerCase().startsWith(typed));
    },
  };
}
