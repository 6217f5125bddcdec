import type { Pool } from '../../../base/db/connect.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { AccountRole, AnyOperation, Audience } from '../../../domain/kernel/operation.ts';
import { checkScope } from '../../../domain/kernel/operation-input.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { listToolsets } from '../../../domain/kernel/toolsets.ts';
import { isEditorSomewhere } from '../../../store/land/settlement-roles.ts';
import { findLargestBodyClass } from '../body-limits.ts';
import { completeArgument, findCompletionKind } from './argument-completion.ts';
import type { Elicitation } from './elicitation.ts';
import type { Pictures } from './pictures.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { aboutUri, listAboutResource, readAboutResource } from './service-description-resource.ts';
import { callOperation } from './tool-call.ts';
import { createToolLists, isAllowedByScopes, matchesToolFilter } from './tool-list.ts';
import type { ToolFilter, ToolServer } from './tool-server.ts';

/** Stated once here instead of in every tool. */
const commonInstructions =
  'Lists come in pages of ten unless `limit` says otherwise: pass the `cursor` of a reply on unchanged for the next page; null ends the list. `detail` summary is shorter. ' +
  'Identifiers (ids) are strings of digits, from the list of what they name. ' +
  'A plot is what `parcel` and `parcel_id` name, by number or id. A review is a medal that a resident gave a contact or company, with or without words; `rating` adds 100 for a gold, 10 for a silver, 1 for a bronze medal and takes off 100 for a dung one. A proposal is a change of the directory that a resident proposed. `subject_type` and `subject_id` name a contact or company. ' +
  'Days are Y-m-d, moments ISO 8601 with an offset; where a moment is asked, a plain day is its midnight in UTC. ' +
  'When editing, what is left out stays as it is, and a list that is sent replaces the whole list. Name what you read (`base_version`, `base_revision_id`, `seen`): the edit is refused if it has changed since. ' +
  'Writing tools answer short, with the page in `url`; `detail` full gives the whole. A refusal names the fields and what to send instead; where it has `confirm`, ask the person and send that word. ' +
  'visibility: private (its author and the board), residents (confirmed ones), settlement (everybody tied to it), public (everybody).';

const instructions: Record<Audience, string> = {
  public:
    'Settlements is a service for cottage villages, dacha partnerships and villages: residents keep plots, diary, devices, tasks and messages there, boards their register, directory and announcements, companies their work and reviews. Here is what everybody may read: the register of settlements, their public pages, directories and companies, and the shared knowledge base. ' +
    'To join, a person registers with an email at /register on this host, asks on the page of their settlement to be recorded on a plot, and the board confirms; a plot code from the board makes this immediate. A settlement that is not in the register is proposed by a signed-in person. The resource settlements://about has this with addresses. ',
  resident:
    'Everything a resident can do: plots, devices, diary, tasks, directory, messages, knowledge base. Begin with show_me (who, where, the local time) or list_my_parcels. ' +
    'Write drafts first and publish only when the person has agreed.',
  settlement:
    'For the board of a settlement: residents, claims, corrections, boundary, directory, announcements. Begin with show_me to learn which settlement. ' +
    'Never decide a claim or a correction without being told to.',
  platform:
    'For moderators of the platform. Begin with show_me (`waiting` list): everything that waits, each with its page in `url`. ' +
    'Texts are read and decided here (list_knowledge_queue, show_knowledge_revision), a reported review with moderate_review, a company with edit_company (`is_verified`, representatives). Settlements that ask to be taken in, and reports of messages, are opened and decided by the moderator on the page in `url`. ' +
    'Decide nothing without being told to.',
  company:
    'For the representative of a company: its card, its tasks, its reviews and messages. Begin with show_me. ' +
    'list_reviews without arguments gives the reviews of the company, from every settlement.',
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
  const offered = operations.filter((operation) => operation.audiences.includes(audience));
  const resources = createResources(operations, audience, kernel, pictures);
  const names = new Set(operations.map(({ name }) => name));
  const prompts = createPrompts(audience, (name) => names.has(name));
  const hasTool = (name: string, choice: ToolFilter) => {
    const operation = tools.find(name);
    return operation !== undefined && matchesToolFilter(operation, choice);
  };
  const mayUse = (name: string, choice: ToolFilter, { scopes }: Caller) => {
    const operation = tools.find(name);
    return (
      operation !== undefined && matchesToolFilter(operation, choice) && isAllowedByScopes(operation, scopes)
    );
  };
  const toolsets = listToolsets(operations, audience);
  const findRoles = async ({ accountId, isModerator }: Caller): Promise<Set<AccountRole>> => {
    const roles = new Set<AccountRole>(isModerator ? ['moderator'] : []);
    if (tools.dependsOnRoles && accountId !== null && (await isEditorSomewhere(pool, accountId)))
      roles.add('editor');
    return roles;
  };
  return {
    audience,
    name: `settlements-${audience}`,
    version,
    instructions: `${instructions[audience]} ${commonInstructions} For a shorter list of tools append ?toolsets= to this address, with some of: ${toolsets.join(', ')}.`,
    toolsets,
    needsToken: audience !== 'public',
    bodyClass: findLargestBodyClass(offered.map(({ body }) => body ?? 'small')),
    judgeTool(caller, name) {
      const operation = name === undefined ? undefined : tools.find(name);
      if (operation === undefined)
        return findLargestBodyClass(
          offered.filter((each) => isAllowedByScopes(each, caller.scopes)).map(({ body }) => body ?? 'small'),
        );
      checkScope(operation, caller);
      return operation.body ?? 'small';
    },
    capabilities: () => ({ tools: {}, resources: {}, prompts: {}, completions: {} }),
    toolsJson: async (caller, choice) => tools.json(caller, await findRoles(caller), choice),
    hasTool,
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
            pool,
            message,
            askNow,
          });
    },
    resourcesJson: listAboutResource,
    templatesJson: () => resources.templatesJson,
    readResource: async (uri, call, caller) =>
      uri === aboutUri ? readAboutResource(audience, call) : resources.read(uri, call, caller),
    promptsJson: (language, choice, caller) => prompts.json(language, (name) => mayUse(name, choice, caller)),
    getPrompt(name, given, _message, choice, caller) {
      if (!prompts.isOffered(name, (tool) => mayUse(tool, choice, caller))) return null;
      const prompt = prompts.get(name, given);
      return typeof prompt === 'string' ? { missing: prompt } : prompt;
    },
    async complete({ kind, of, argument, value, known }, call, caller) {
      if (kind === 'resource' && !resources.hasTemplate(of)) return null;
      const suggested =
        kind === 'resource' ? findCompletionKind(of, argument) : prompts.findSuggestions(of, argument);
      if (suggested === undefined) return kind === 'resource' ? [] : null;
      if (suggested === null) return [];
      return completeArgument(
        suggested,
        { typed: value, known },
        { operations: offered, kernel, call, caller },
      );
    },
  };
}
