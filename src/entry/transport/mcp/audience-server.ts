import type { Pool } from '../../../base/db/connect.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { AccountRole, AnyOperation, Audience } from '../../../domain/kernel/operation.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { listToolsets } from '../../../domain/kernel/toolsets.ts';
import { isEditorSomewhere } from '../../../store/land/settlement-roles.ts';
import { findLargestBodyClass } from '../body-limits.ts';
import { completeArgument, findCompletionKind } from './argument-completion.ts';
import type { Elicitation } from './elicitation.ts';
import type { Pictures } from './pictures.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { callOperation } from './tool-call.ts';
import { createToolLists, matchesToolFilter } from './tool-list.ts';
import type { ToolServer } from './tool-server.ts';

/** Stated once here instead of in every tool. */
const commonInstructions =
  'Lists come in pages: pass the `cursor` of a reply on unchanged for the next page; null ends the list; `limit` is 1 to 100 a page; `detail` summary gives only the main fields, `section` only the part of a text under that heading, `pictures` true the pictures themselves too. ' +
  'Identifiers are strings of digits, from the list of what they name. A settlement, article or company may be named by slug too, a `parcel` by plot number. ' +
  '`subject_type` and `subject_id` name a contact or company by its `id`. Filters that are left out do not narrow; `q` takes words, misspelt too. ' +
  'Days are Y-m-d, moments ISO 8601 with an offset; where a moment is asked, a plain day is its midnight in UTC. ' +
  'When editing, what is left out stays as it is, and a list that is sent replaces the whole list. ' +
  'At most 200 characters in a `title`, 60,000 in an article, 30 `tags`. A refusal names the fields and what would be accepted. ' +
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
    'For the representative of a company: its card, its tasks, its reviews and messages. Begin with show_me. ' +
    'list_reviews without a subject gives the verdicts on the company, from every settlement.',
};

export interface AudienceServerOptions {
  operations: readonly AnyOperation[];
  kernel: Kernel;
  version: string;
  /** To find out whether an account is on the board of any settlement. */
  pool: Pool;
  questions: Elicitation;
  pictures: Pictures;
}

export function createAudienceServer(
  audience: Audience,
  { operations, kernel, version, pool, questions, pictures }: AudienceServerOptions,
): ToolServer {
  const tools = createToolLists(operations, audience);
  const resources = createResources(operations, audience, kernel, pictures);
  const prompts = createPrompts(audience);
  const toolsets = listToolsets(operations, audience);
  const findOffices = async ({ accountId, isModerator }: Caller): Promise<Set<AccountRole>> => {
    const offices = new Set<AccountRole>(isModerator ? ['moderator'] : []);
    if (tools.dependsOnOffices && accountId !== null && (await isEditorSomewhere(pool, accountId)))
      offices.add('editor');
    return offices;
  };
  return {
    name: `settlements-${audience}`,
    version,
    instructions: `${instructions[audience]} ${commonInstructions} For a shorter list of tools append ?toolsets= to this address, with some of: ${toolsets.join(', ')}.`,
    toolsets,
    needsToken: audience !== 'public',
    bodyClass: findLargestBodyClass(
      operations.filter((each) => each.audiences.includes(audience)).map(({ body }) => body ?? 'small'),
    ),
    capabilities: () => ({ tools: {}, resources: {}, prompts: {}, completions: {} }),
    toolsJson: async (caller, choice) => tools.json(caller, await findOffices(caller), choice),
    hasTool(name, choice) {
      const operation = tools.find(name);
      return operation !== undefined && matchesToolFilter(operation, choice);
    },
    async callTool(name, input, call, caller, message, askNow) {
      const operation = tools.find(name);
      return operation === undefined
        ? null
        : callOperation(operation, input, {
            audience,
            call,
            caller,
            kernel,
            questions,
            pictures,
            message,
            askNow,
          });
    },
    resourcesJson: () => '[]',
    templatesJson: () => resources.templatesJson,
    readResource: resources.read,
    promptsJson: () => prompts.json,
    getPrompt(name, given) {
      const prompt = prompts.get(name, given);
      return typeof prompt === 'string' ? { missing: prompt } : prompt;
    },
    async complete({ kind, of, argument, value, known }, call, caller) {
      if (kind === 'resource' && !resources.hasTemplate(of)) return null;
      const suggested =
        kind === 'resource' ? findCompletionKind(of, argument) : prompts.findSuggestions(of, argument);
      if (suggested === undefined) return kind === 'resource' ? [] : null;
      if (suggested === null) return [];
      const offered = operations.filter((operation) => operation.audiences.includes(audience));
      return completeArgument(
        suggested,
        { typed: value, known },
        { operations: offered, kernel, call, caller },
      );
    },
  };
}
