import type { Audience } from '../../../../src/domain/kernel/operation.ts';
import type { Client, InputOf, OperationName } from '../../../../src/entry/client/client.ts';
import type { Persona } from '../../../../src/entry/demo/world.ts';
import type { DemoService } from '../../../harness/open-demo.ts';
import type { TestService } from '../../../harness/open-service.ts';

/** Who calls which server; anonymous for the public one. */
export const audienceCallers: Record<Audience, Persona | null> = {
  public: null,
  resident: 'resident',
  settlement: 'editor',
  platform: 'moderator',
  company: 'company',
};

/** The demonstration, and clients of everybody who can act in it. */
export interface DemoContext {
  service: TestService;
  settlement: { id: string; slug: string };
  tokens: Record<Persona, string>;
  as: Record<Persona, Client>;
  /** The resident's own plot. */
  plot: { id: string; number: string };
  /** The company that has a representative and a public review. */
  company: string;
  /** A word not used before, for titles and names. */
  fresh(): string;
}

/** A caller of an audience's tools, with what they need to find or create the subject. */
export interface ToolCaller extends DemoContext {
  audience: Audience;
  /** The same person over REST. */
  rest: Client;
}

/** The input of each tool, by operation name. */
export type Inputs = {
  [Name in OperationName]: (turn: ToolCaller) => InputOf<Name> | Promise<InputOf<Name>>;
};

export async function createDemoContext({ service, access }: DemoService): Promise<DemoContext> {
  const { accounts, settlement } = access;
  const entries = Object.entries(accounts) as [Persona, { token: string }][];
  const tokens = Object.fromEntries(
    entries.map(([name, { token }]) => [name, token]),
  ) as DemoContext['tokens'];
  const as = Object.fromEntries(
    entries.map(([name, { token }]) => [name, service.client(token)]),
  ) as DemoContext['as'];
  const [own] = (await as.resident.list_my_parcels({})).data;
  if (own === undefined) throw new Error('The resident of the demonstration has no plot.');
  const { company } = first((await as.company.show_me({})).data.companies);
  await as.resident.post_review({
    settlement: settlement.slug,
    subject_type: 'company',
    subject_id: company,
    medal: 'gold',
    body: 'Вода чистая.',
    visibility: 'public',
  });
  let count = 0;
  const fresh = () => {
    count += 1;
    return `проба ${count}`;
  };
  return {
    service,
    settlement,
    tokens,
    as,
    plot: { id: own.parcel_id, number: own.plot_number },
    company,
    fresh,
  };
}

export function createToolCaller(stage: DemoContext, audience: Audience): ToolCaller {
  const speaker = audienceCallers[audience];
  return { ...stage, audience, rest: speaker === null ? stage.service.client() : stage.as[speaker] };
}

/** The first of a list, which the demonstration must have. */
export function first<Entry>(list: readonly Entry[]): Entry {
  const [entry] = list;
  if (entry === undefined) throw new Error('The demonstration has nothing of this kind.');
  return entry;
}
