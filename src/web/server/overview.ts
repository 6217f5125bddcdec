import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { list_knowledge_queue } from '../../operations/knowledge/list_knowledge_queue.ts';
import { list_conversations } from '../../operations/messenger/list_conversations.ts';
import { list_notifications } from '../../operations/notification/list_notifications.ts';
import { list_change_proposals } from '../../operations/proposal/list_change_proposals.ts';
import { list_residents } from '../../operations/settlement/list_residents.ts';
import { list_tasks } from '../../operations/task/list_tasks.ts';
import { show_me } from '../../operations/user/show_me.ts';
import { type Overview, type Place, placeKey } from '../ui/navigation.ts';
import type { VisitorCall } from './call.ts';
import { writeCookie } from './cookies.ts';
import { queryText } from './visitor.ts';

export type Me = z.output<typeof show_me.output>['data'];

/** Who is signed in and what waits for them: the frame of every page, and most of Today. */
export interface Signed {
  readonly me: Me;
  readonly overview: Overview;
}

/** `wanted` names a place as an address does: `slug` or `slug/plot`. */
export async function loadOverview(call: VisitorCall, wanted: string): Promise<Signed> {
  const [{ data: me }, { unread }, { conversations }] = await Promise.all([
    call(show_me, {}),
    call(list_notifications, {}),
    call(list_conversations, { limit: '100' }),
  ]);
  const places = listPlaces(me);
  const place = choosePlace(places, wanted);
  const isBoard = me.settlements.some(
    ({ settlement_slug, role }) => role === 'editor' && settlement_slug === place?.slug,
  );
  const company = me.companies.find(({ state }) => state === 'confirmed');
  const [board, texts, orders] = await Promise.all([
    isBoard && place ? countBoard(call, place.slug) : undefined,
    me.platform_role === 'moderator' ? call(list_knowledge_queue, {}) : undefined,
    company ? call(list_tasks, { company_id: company.company, open: 'true', limit: '100' }) : undefined,
  ]);
  const overview: Overview = {
    places,
    unread: {
      notifications: unread,
      messages: conversations.filter((conversation) => conversation.unread > 0).length,
    },
    ...(place && { place }),
    ...(board && { board }),
    ...(texts && { moderation: { texts: texts.revisions.length, verdicts: 0 } }),
    ...(company && {
      company: { id: company.company, name: company.name, requests: orders?.tasks.length ?? 0 },
    }),
  };
  return { me, overview };
}

async function countBoard(call: VisitorCall, settlement: string): Promise<NonNullable<Overview['board']>> {
  const [claims, corrections, requests] = await Promise.all([
    call(list_residents, { settlement, state: 'claimed', limit: '100' }),
    call(list_change_proposals, { settlement }),
    call(list_tasks, { settlement, kind: 'request', open: 'true', limit: '100' }),
  ]);
  return {
    claims: claims.residents.length,
    corrections: corrections.open,
    requests: requests.tasks.filter(({ addressee }) => addressee === 'board').length,
    reports: 0,
  };
}

/** Every plot, and every settlement one serves without having a plot there. Claims that wait come last. */
function listPlaces({ parcels, settlements }: Me): Place[] {
  const order = (state: string) => (state === 'confirmed' ? 0 : 1);
  const plots = [...parcels]
    .sort((a, b) => order(a.state) - order(b.state))
    .map((parcel) => ({
      name: parcel.settlement_name,
      slug: parcel.settlement_slug,
      plot: { id: parcel.parcel_id, number: parcel.plot_number },
    }));
  const served = settlements
    .filter(({ settlement_slug }) => !plots.some(({ slug }) => slug === settlement_slug))
    .map(({ settlement_name, settlement_slug }) => ({ name: settlement_name, slug: settlement_slug }));
  return [...plots, ...new Map(served.map((place) => [place.slug, place])).values()];
}

function choosePlace(places: readonly Place[], wanted: string): Place | undefined {
  return (
    places.find((place) => placeKey(place) === wanted) ??
    places.find(({ slug }) => slug === wanted.split('/', 1)[0]) ??
    places[0]
  );
}

const cookie = 'place';

/** The village of this address, the one just chosen, or the one looked at last. */
export function wantedPlace(request: FastifyRequest): string {
  const { settlement } = (request.params ?? {}) as { settlement?: string };
  return settlement ?? (queryText(request, 'place') || (request.cookies[cookie] ?? ''));
}

export function rememberPlace(request: FastifyRequest, reply: FastifyReply, place: Place): void {
  const key = placeKey(place);
  if (request.cookies[cookie] !== key) writeCookie(request, reply, cookie, key, 365 * 86_400);
}
