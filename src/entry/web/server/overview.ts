import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccountMemberships, SettlementRole } from '../../../domain/kernel/caller.ts';
import { maxProfileEntries } from '../../../domain/rules/profile-lists.ts';
import type { SignedInSession } from '../../../features/accounts/sessions.ts';
import { show_me } from '../../../features/operations/user/show_me.ts';
import { type Overview, type Place, placeKey } from '../ui/navigation.ts';
import { writeCookie } from './cookies.ts';
import { readQueryParameter } from './visitor.ts';
import type { VisitorCall } from './visitor-calls.ts';

export type Me = z.output<typeof show_me.output>['data'];

/** The signed-in user and the data of the page frame. */
export interface SignedInUser {
  readonly me: Me;
  readonly overview: Overview;
}

/** `wanted` is a place key: `slug` or `slug/plot`. One statement only: this runs for every page. */
export async function loadOverview(
  call: VisitorCall,
  wanted: string,
  { notices, silences }: Pick<SignedInSession, 'notices' | 'silences'>,
): Promise<SignedInUser> {
  const { data: me } = await call(show_me, { waiting: true });
  const { waiting } = me;
  const places = listPlaces(me);
  const place = choosePlace(places, wanted);
  const settlement = me.settlements.find(
    ({ settlement_slug }) => settlement_slug === place?.slug,
  )?.settlement;
  const board = waiting?.boards.find((each) => each.settlement === settlement);
  const company = me.companies.find(({ state }) => state === 'confirmed');
  const orders = waiting?.companies.find((each) => each.company === company?.company);
  const { texts, verdicts, villages, new_companies, reports } = waiting ?? {};
  const overview: Overview = {
    places,
    notices,
    silences: silences ?? [],
    unread: { notifications: waiting?.notifications ?? 0, messages: waiting?.messages ?? 0 },
    ...(place && { place, isWaiting: isWaitingIn(place.slug, me) }),
    ...(board && { board }),
    ...(place && audits(me, place.slug) && { audits: true }),
    ...(texts != null && {
      moderation: {
        texts,
        verdicts: verdicts ?? 0,
        villages: villages ?? 0,
        companies: new_companies ?? 0,
        reports: reports ?? 0,
      },
    }),
    ...(me.is_operator && { isOperator: true }),
    ...(company && {
      company: { id: company.company, name: company.name, requests: orders?.requests ?? 0 },
    }),
  };
  return { me, overview };
}

/** On the board as its auditor alone. */
function audits({ settlements }: Me, slug: string): boolean {
  const id = settlements.find(({ settlement_slug }) => settlement_slug === slug)?.settlement;
  const { isEditor, readsAsBoard } = findBoardRole(settlements, id ?? '');
  return readsAsBoard && !isEditor;
}

function isWaitingIn(slug: string, { parcels, settlements }: Me): boolean {
  const here = parcels.filter(({ settlement_slug }) => settlement_slug === slug);
  return (
    here.length > 0 &&
    here.every(({ state }) => state === 'claimed') &&
    !settlements.some(({ settlement_slug }) => settlement_slug === slug)
  );
}

export const noMemberships: AccountMemberships = { settlements: [], plots: [], companies: null };

/** What the profile says of where the user belongs; lists that may be cut off say nothing. */
export function readMemberships({ parcels, settlements, companies }: Me): AccountMemberships {
  if ([parcels, settlements, companies].some(({ length }) => length >= maxProfileEntries))
    return noMemberships;
  const confirmed = parcels.filter(({ state }) => state === 'confirmed');
  const places = new Map([...parcels, ...settlements].map((each) => [each.settlement, each]));
  return {
    settlements: [...places.values()].map((place) => ({
      id: place.settlement,
      slug: place.settlement_slug,
      name: place.settlement_name,
      timeZone: place.time_zone,
      settlementRole: {
        ...findBoardRole(settlements, place.settlement),
        isResident: confirmed.some(({ settlement }) => settlement === place.settlement),
        isRelated: true,
      },
    })),
    plots: confirmed.map(({ parcel_id, plot_number, settlement, role }) => ({
      id: parcel_id,
      number: plot_number,
      settlementId: settlement,
      role,
    })),
    companies: companies.filter(({ state }) => state === 'confirmed').map(({ company }) => company),
  };
}

export function findBoardRole(
  settlements: Me['settlements'],
  id: string,
): Pick<SettlementRole, 'isEditor' | 'readsAsBoard'> {
  const roles = settlements.filter(({ settlement }) => settlement === id).map(({ role }) => role);
  const isEditor = roles.includes('editor');
  return { isEditor, readsAsBoard: isEditor || roles.includes('auditor') };
}

/** The zone of the place currently selected, or of the account. */
export function findSelectedZone(signedIn: SignedInUser | null): string {
  if (signedIn === null) return 'UTC';
  const { me, overview } = signedIn;
  const place = [...me.parcels, ...me.settlements].find(
    ({ settlement_slug }) => settlement_slug === overview.place?.slug,
  );
  return (place ?? me).time_zone ?? 'UTC';
}

/** Plots, confirmed ones first, then settlements where the user has a role but no plot. */
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

/** The settlement of the path, else the `place` parameter, else the one viewed last. */
export function readWantedPlace(request: FastifyRequest): string {
  const { settlement } = (request.params ?? {}) as { settlement?: string };
  return settlement ?? (readQueryParameter(request, 'place') || (request.cookies[cookie] ?? ''));
}

export function rememberPlace(request: FastifyRequest, reply: FastifyReply, place: Place): void {
  const key = placeKey(place);
  if (request.cookies[cookie] !== key) writeCookie(request, reply, cookie, key, 365 * 86_400);
}
