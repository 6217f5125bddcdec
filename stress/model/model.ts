import type { visibilities } from '../../src/domain/rules/settlement-role.ts';
import type { Persona } from '../../test/harness/village.ts';

export type Visibility = (typeof visibilities)[number];

export interface Article {
  id: string;
  kind: 'diary' | 'post';
  author: Persona;
  visibility: Visibility;
  isPublished: boolean;
}

export interface Task {
  id: string;
  author: Persona;
  visibility: Visibility;
  isDone: boolean;
}

export interface KnowledgeArticle {
  slug: string;
  author: Persona;
  body: string;
  isPublished: boolean;
  /** Texts that wait for a moderator. */
  waiting: { id: string; author: Persona; body: string }[];
}

/** Who claims which plot; nobody else lives there. */
export const claimants = { newcomer: '3', company: '12А' } as const;
export type Claimant = keyof typeof claimants;

/** What should be: an independent statement of who may see and do what. */
export interface Model {
  claims: Record<Claimant, { state: 'none' | 'claimed' | 'confirmed'; id: string }>;
  board: Persona[];
  auditors: Persona[];
  /** Stopped from writing by the board. */
  silenced: Persona[];
  articles: Article[];
  tasks: Task[];
  knowledge: KnowledgeArticle[];
  conversations: { id: string; of: [Persona, Persona] }[];
}

export const createModel = (): Model => ({
  claims: { newcomer: { state: 'none', id: '' }, company: { state: 'none', id: '' } },
  board: ['editor'],
  auditors: [],
  silenced: [],
  articles: [],
  tasks: [],
  knowledge: [],
  conversations: [],
});

/** As it stands after a change. */
export function change(model: Model, apply: (copy: Model) => void): Model {
  const copy = structuredClone(model);
  apply(copy);
  return copy;
}

const isClaimant = (who: Persona): who is Claimant => who in claimants;

export const isResident = (model: Model, who: Persona) =>
  who === 'resident' || who === 'neighbour' || (isClaimant(who) && model.claims[who].state === 'confirmed');

export const isEditor = (model: Model, who: Persona) => model.board.includes(who);

const isAuditor = (model: Model, who: Persona) => model.auditors.includes(who);

export const mayWrite = (model: Model, who: Persona) => !model.silenced.includes(who);

/** Who waits for a decision belongs to the settlement, and so does a company that serves it. */
const isRelated = (model: Model, who: Persona) =>
  who === 'company' || (isClaimant(who) && model.claims[who].state === 'claimed');

function reads(model: Model, who: Persona, visibility: Visibility): boolean {
  if (isEditor(model, who) || visibility === 'public') return true;
  if (visibility === 'private') return false;
  if (isResident(model, who) || isAuditor(model, who)) return true;
  return visibility === 'settlement' && isRelated(model, who);
}

export function maySeeArticle(model: Model, who: Persona, article: Article): boolean {
  if (article.kind === 'diary' && article.author === who) return true;
  if (article.isPublished) return reads(model, who, article.visibility);
  return isEditor(model, who) || (isAuditor(model, who) && article.visibility !== 'private');
}

/** A request to the board. */
export const maySeeTask = (model: Model, who: Persona, task: Task): boolean =>
  task.author === who || isEditor(model, who) || reads(model, who, task.visibility);

export const maySeeKnowledge = (who: Persona, article: KnowledgeArticle): boolean =>
  article.isPublished || who === 'moderator' || who === article.author;
