import type { Audience } from '../../kernel/operation.ts';

/** Ready beginnings of conversations. They name tools, so each is offered only where those tools are. */
interface Prompt {
  name: string;
  title: string;
  description: string;
  audiences: readonly Audience[];
  arguments: readonly PromptArgument[];
  text(given: Record<string, string>): string;
}

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Which reading operation knows its values. */
  suggestions?: Suggestions;
}

export interface Suggestions {
  operation: string;
  values(reply: unknown): string[];
}

const ownPlots: Suggestions = {
  operation: 'list_my_parcels',
  values: (reply) => (reply as { data: { plot_number: string }[] }).data.map((plot) => plot.plot_number),
};
const settlementSlugs: Suggestions = {
  operation: 'show_me',
  values: (reply) =>
    (reply as { data: { settlements: { settlement: string }[] } }).data.settlements.map(
      ({ settlement }) => settlement,
    ),
};

const prompts: readonly Prompt[] = [
  {
    name: 'write_diary_entry',
    title: "Write today's diary entry",
    description:
      'Turns rough notes into an entry of the plot’s diary, as a draft to be read before it is published.',
    audiences: ['resident'],
    arguments: [
      { name: 'notes', description: 'What happened on the plot, in any order.', required: true },
      {
        name: 'plot',
        description: 'Plot number, when there is more than one.',
        required: false,
        suggestions: ownPlots,
      },
    ],
    text: ({ notes, plot }) =>
      [
        `Write today's diary entry${plot ? ` for plot ${plot}` : ''} from these notes:`,
        '',
        notes ?? '',
        '',
        'Find the plot with list_my_parcels and the things on it with list_parcel_objects, and mention those that the notes',
        'speak of as [object:<id>]. Keep to the facts of the notes and to the language they are in. Save it with write_article',
        'as a draft, show it to me, and publish it with publish_article only after I have agreed.',
      ].join('\n'),
  },
  {
    name: 'answer_with_quotations',
    title: 'Answer from the knowledge base',
    description: 'Answers a question from the shared knowledge base only, with quotations and links.',
    audiences: ['public', 'resident', 'settlement', 'platform'],
    arguments: [{ name: 'question', description: 'What you want to know.', required: true }],
    text: ({ question }) =>
      [
        `Answer this question from the shared knowledge base: ${question ?? ''}`,
        '',
        'Search with search_shared_knowledge, and again in other words if the first search finds little. Quote the passages the',
        'answer rests on with quote_knowledge_article and give their addresses. If the base does not answer it, say so.',
      ].join('\n'),
  },
  {
    name: 'review_queue',
    title: 'Go through what waits for a decision',
    description: 'Lists what waits for the board and proposes a decision for each, without deciding.',
    audiences: ['settlement'],
    arguments: [
      {
        name: 'settlement',
        description: 'Slug or identifier of the settlement.',
        required: true,
        suggestions: settlementSlugs,
      },
    ],
    text: ({ settlement }) =>
      [
        `Go through everything that waits for the board of ${settlement ?? ''}: claims with list_residents, corrections with`,
        'list_change_proposals, requests with list_tasks. For each say what it is about and what you would decide and why.',
        'Decide nothing before I have said so.',
      ].join('\n'),
  },
];

export function createPrompts(audience: Audience) {
  const offered = prompts.filter((prompt) => prompt.audiences.includes(audience));
  return {
    json: JSON.stringify(
      offered.map(({ name, title, description, arguments: list }) => ({
        name,
        title,
        description,
        arguments: list.map(({ suggestions: _, ...argument }) => argument),
      })),
    ),
    /** Undefined when no prompt has such an argument, null when nothing is known of its values. */
    findSuggestions(name: string, argument: string): Suggestions | null | undefined {
      const found = offered
        .find((each) => each.name === name)
        ?.arguments.find((each) => each.name === argument);
      return found && (found.suggestions ?? null);
    },
    /** Null when there is no such prompt; a string names the argument that is missing or no text. */
    get(name: string, given: Record<string, unknown>): object | string | null {
      const prompt = offered.find((each) => each.name === name);
      if (prompt === undefined) return null;
      const values: Record<string, string> = {};
      for (const { name: key, required } of prompt.arguments) {
        const value = given[key];
        if (typeof value === 'string') values[key] = value.slice(0, 20_000);
        if (value === undefined ? required : typeof value !== 'string' || (required && value === ''))
          return key;
      }
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }],
      };
    },
  };
}
