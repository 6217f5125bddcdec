import type { Language, Text } from '../../../base/i18n/text.ts';
import type { Audience } from '../../../domain/kernel/operation.ts';
import type { CompletionKind } from './argument-completion.ts';

/** Prompt templates. They name tools, so each is offered only on servers with those tools. */
interface Prompt {
  name: string;
  title: Text;
  description: string;
  audiences: readonly Audience[];
  arguments: readonly PromptArgument[];
  text(given: Record<string, string>): string;
}

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** The kind of thing it names, for completion. */
  suggestions?: CompletionKind;
}

const plot: PromptArgument = {
  name: 'plot',
  description: 'Plot number, when there is more than one.',
  required: false,
  suggestions: 'plot',
};
const settlement: PromptArgument = {
  name: 'settlement',
  description: 'Slug or identifier of the settlement.',
  required: true,
  suggestions: 'settlement',
};

const prompts: readonly Prompt[] = [
  {
    name: 'write_diary_entry',
    title: { en: "Write today's diary entry", ru: 'Записать сегодняшний день в дневник' },
    description:
      'Turns rough notes into an entry of the plot’s diary, as a draft to be read before it is published.',
    audiences: ['resident'],
    arguments: [
      { name: 'notes', description: 'What happened on the plot, in any order.', required: true },
      plot,
      {
        name: 'object',
        description: 'Identifier of what it is about, on that plot.',
        required: false,
        suggestions: 'object',
      },
    ],
    text: ({ notes, plot, object }) =>
      [
        `Write today's diary entry${plot ? ` for plot ${plot}` : ''}${object ? `, about [object:${object}],` : ''} from these notes:`,
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
    title: { en: 'Answer from the knowledge base', ru: 'Ответить по базе знаний' },
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
    title: { en: 'Go through what waits for a decision', ru: 'Разобрать то, что ждёт решения' },
    description: 'Lists what waits for the board and proposes a decision for each, without deciding.',
    audiences: ['settlement'],
    arguments: [settlement],
    text: ({ settlement }) =>
      [
        `Go through everything that waits for the board of ${settlement ?? ''}: claims with list_residents, corrections with`,
        'list_change_proposals, requests with list_tasks. For each say what it is about and what you would decide and why.',
        'Decide nothing before I have said so.',
      ].join('\n'),
  },
  {
    name: 'how_is_my_plot',
    title: { en: 'How is everything at the plot', ru: 'Всё ли в порядке на участке' },
    description: 'Looks at devices, tasks and news of a plot and tells what needs attention.',
    audiences: ['resident'],
    arguments: [plot],
    text: (given) =>
      [
        `Tell me how everything is at ${given.plot ? `plot ${given.plot}` : 'my plot'}: the devices with list_my_devices (detail`,
        'summary; say of a sensor that has fallen silent that it has), what is to be done with list_tasks (mine), and what is new',
        'with list_notifications. Begin with what needs attention today, and keep it short.',
      ].join('\n'),
  },
  {
    name: 'ask_the_board',
    title: { en: 'Ask the board for something', ru: 'Попросить правление' },
    description: 'Turns a complaint or wish into a request to the board.',
    audiences: ['resident'],
    arguments: [
      { ...settlement, required: false },
      { name: 'wish', description: 'What is wrong or wanted, in any words.', required: true },
    ],
    text: (given) =>
      [
        `Write a request to the board${given.settlement ? ` of ${given.settlement}` : ''} about this: ${given.wish ?? ''}`,
        '',
        'First look with list_tasks whether somebody has asked for the same. Show me title and text, and send it with write_task',
        'only after I have agreed.',
      ].join('\n'),
  },
  {
    name: 'find_somebody',
    title: { en: 'Find somebody for a job', ru: 'Найти мастера' },
    description: 'Looks for a craftsman or company with good medals.',
    audiences: ['public', 'resident'],
    arguments: [settlement, { name: 'job', description: 'What is to be done.', required: true }],
    text: (given) =>
      [
        `Find somebody in ${given.settlement ?? ''} for this: ${given.job ?? ''}`,
        '',
        'Look in list_contacts (sort rating) and list_companies, read what residents say with list_reviews, and name at most three',
        'with telephone numbers and what speaks for and against each.',
      ].join('\n'),
  },
  {
    name: 'correct_contact',
    title: { en: 'Correct the directory', ru: 'Исправить справочник' },
    description: 'Proposes a correction of a contact to the board.',
    audiences: ['resident'],
    arguments: [
      settlement,
      { name: 'contact', description: 'Slug of the contact.', required: true, suggestions: 'contact' },
      { name: 'wrong', description: 'What is wrong, and what is right.', required: true },
    ],
    text: (given) =>
      [
        `In the directory of ${given.settlement ?? ''} the contact ${given.contact ?? ''} is wrong: ${given.wrong ?? ''}`,
        '',
        'Find it with list_contacts, tell me what stands there and what you would propose, and send it with propose_change only',
        'after I have agreed.',
      ].join('\n'),
  },
  {
    name: 'write_announcement',
    title: { en: 'Write an announcement', ru: 'Написать объявление' },
    description: 'Turns notes into an announcement of the board, as a draft.',
    audiences: ['settlement'],
    arguments: [settlement, { name: 'notes', description: 'What people have to know.', required: true }],
    text: (given) =>
      [
        `Write an announcement for ${given.settlement ?? ''} from these notes: ${given.notes ?? ''}`,
        '',
        'Say what, when, whom it concerns and what to do. Save it with write_article as a draft of kind announcement, show it to',
        'me, and publish it with publish_article only after I have agreed: everybody is notified.',
      ].join('\n'),
  },
  {
    name: 'review_texts',
    title: { en: 'Go through texts that wait', ru: 'Разобрать тексты, которые ждут' },
    description: 'Reads what waits in the knowledge base and proposes a decision for each, without deciding.',
    audiences: ['platform'],
    arguments: [],
    text: () =>
      [
        'Go through list_knowledge_queue. Read each text with show_knowledge_revision and check with search_shared_knowledge whether',
        'the base says it already. For each propose to pass or to return it, with the reason its writer would read. Decide nothing',
        'before I have said so.',
      ].join('\n'),
  },
  {
    name: 'answer_verdict',
    title: { en: 'Answer a review', ru: 'Ответить на отзыв' },
    description: 'Writes an answer to what a resident said of the company.',
    audiences: ['company'],
    arguments: [{ name: 'facts', description: 'What the company has to say.', required: true }],
    text: (given) =>
      [
        `Answer the newest review on my company that has no answer, with these facts: ${given.facts ?? ''}`,
        '',
        'Find it with list_reviews. Be short, polite and exact; admit what was wrong. Show me the answer and send it with',
        'answer_review only after I have agreed: there is one answer.',
      ].join('\n'),
  },
  {
    name: 'company_day',
    title: { en: 'What waits for the company', ru: 'Что ждёт компанию' },
    description: 'Lists open work, unread messages and unanswered reviews.',
    audiences: ['company'],
    arguments: [],
    text: () =>
      [
        'Tell me what waits for my company: open work with list_tasks, messages with list_conversations, reviews without an answer',
        'with list_reviews. Propose what to do first. Send no answer before I have agreed to its words.',
      ].join('\n'),
  },
];

/** Tools that a prompt tells the assistant to use. */
const listToolNames = (prompt: Prompt): string[] => [
  ...new Set(prompt.text({}).match(/\b[a-z]+(?:_[a-z]+)+\b/g)),
];

/** `isTool`: whether an operation of that name exists at all. */
export function createPrompts(audience: Audience, isTool: (name: string) => boolean) {
  const offered = prompts.filter((prompt) => prompt.audiences.includes(audience));
  const needs = new Map(offered.map((prompt) => [prompt, listToolNames(prompt).filter(isTool)]));
  return {
    /** Those whose tools are all within the URL's filter. */
    json: (language: Language, hasTool: (name: string) => boolean) =>
      JSON.stringify(
        offered
          .filter((prompt) => needs.get(prompt)?.every(hasTool))
          .map(({ name, title, description, arguments: list }) => ({
            name,
            title: title[language],
            description,
            arguments: list.map(({ suggestions: _, ...argument }) => argument),
          })),
      ),
    isOffered: (name: string, hasTool: (name: string) => boolean) =>
      offered.some((prompt) => prompt.name === name && needs.get(prompt)?.every(hasTool)),
    /** Undefined when no prompt has such an argument, null when its values cannot be suggested. */
    findSuggestions(name: string, argument: string): CompletionKind | null | undefined {
      const found = offered
        .find((each) => each.name === name)
        ?.arguments.find((each) => each.name === argument);
      return found && (found.suggestions ?? null);
    },
    /** Null when there is no such prompt; a string names an argument that is missing or not a string. */
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
