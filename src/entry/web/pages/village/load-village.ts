import type { z } from 'zod';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import type { ListedEvent } from '../../../../features/actions/event-occurrences.ts';
import { list_waiting_claims } from '../../../../features/actions/list_waiting_claims.ts';
import { show_village_commons } from '../../../../features/actions/show_village_commons.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { findMembership, type Membership } from '../../loaders/membership.ts';
import { loadNextEvents } from '../../loaders/next-events.ts';
import type { PageRequest } from '../../page/page.ts';
import type { Contact } from '../../ui/contact-row.tsx';
import type { WaitingClaims } from '../../ui/waiting-claims.tsx';
import type { Clock } from '../../words/format-time.ts';
import type { SettlementEntry } from './home.tsx';

type Entry = z.output<typeof list_articles.output>['articles'][number];
type Task = z.output<typeof list_tasks.output>['tasks'][number];

export interface VillageData {
  readonly settlement: SettlementEntry & {
    readonly board?: readonly { readonly name: string }[] | undefined;
    /** From the country down. */
    readonly places: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly land: LandDocument;
  readonly membership: Membership;
  readonly waiting: WaitingClaims | null;
  readonly news: readonly Entry[];
  readonly emergency: readonly Contact[];
  readonly tasks: readonly Task[];
  /** The next ones. */
  readonly events: readonly ListedEvent[];
  /** Of its devices, to who may read them; and whether its documents are worth a link. */
  readonly commons: ReplyOf<typeof show_village_commons>;
  readonly clock: Clock;
}

/** Rows of the calendar on the village's page. */
const shownEvents = 3;

export async function loadVillage(settlement: string, pageRequest: PageRequest): Promise<VillageData> {
  const { call, loadSignedInUser, dependencies, view } = pageRequest;
  const [{ data }, visitor] = await Promise.all([call(show_settlement, { settlement }), loadSignedInUser()]);
  const membership = findMembership(visitor, data.id);
  const clock = { now: dependencies.now(), timeZone: data.time_zone, language: view.language };
  const [{ articles }, { contacts }, { tasks }, events, land, waiting, commons] = await Promise.all([
    call(list_articles, { settlement, limit: '3' }),
    call(list_contacts, { settlement, category: 'emergency', limit: '5' }),
    visitor ? call(list_tasks, { settlement, open: 'true', limit: '5' }) : { tasks: [] },
    loadNextEvents(call, settlement, clock),
    dependencies.landReader.read(data.id),
    membership.claims.length > 0 ? call(list_waiting_claims, { settlement: data.id }) : null,
    call(show_village_commons, { settlement }),
  ]);
  return {
    settlement: data,
    land,
    membership,
    waiting,
    news: articles,
    emergency: contacts,
    tasks,
    events: events.slice(0, shownEvents),
    commons,
    clock,
  };
}
