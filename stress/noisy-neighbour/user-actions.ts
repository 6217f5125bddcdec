import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { Random } from '../kill/random.ts';
import type { HttpRequest } from './http-client.ts';
import { multipartType, writeMultipart } from './multipart.ts';
import type { Person } from './participants.ts';

/** One action of a user, in one request. */
export interface UserAction {
  kind: string;
  /** Who can do it; default: everybody. */
  isAvailableTo?(person: Person): boolean;
  buildRequest(person: Person, moment: ActionContext): HttpRequest;
}

export interface ActionContext {
  random: Random;
  /** Unique per request. */
  number: number;
  photographs: readonly Buffer[];
}

const questions = [
  'как укрыть розы',
  'подзимний чеснок',
  'насос не качает',
  'дренаж участка',
  'how to winterise a pump',
];

const page = (kind: string, path: (person: Person, moment: ActionContext) => string): UserAction => ({
  kind,
  buildRequest: (person, moment) => ({
    method: 'GET',
    path: path(person, moment),
    headers: { cookie: person.cookie, 'accept-encoding': 'gzip' },
  }),
});

const tokenOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

const read = (kind: string, path: (person: Person, moment: ActionContext) => string): UserAction => ({
  kind,
  buildRequest: (person, moment) => ({
    method: 'GET',
    path: `/api/v1${path(person, moment)}`,
    headers: tokenOf(person),
  }),
});

const sendJson = (person: Person, method: string, path: string, body: unknown): HttpRequest => ({
  method,
  path,
  headers: {
    ...tokenOf(person),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify(body),
});

const hasPlot = ({ plot }: Person) => plot !== undefined;
const withSettlement = (path: string, settlement: string) =>
  path.replace('{settlement}', encodeURIComponent(settlement));

export const userActions: readonly UserAction[] = [
  page('page: today', () => paths.today),
  page('page: plot', ({ plot, settlement }) =>
    plot ? fillPath(paths.plot, { plot: plot.id }) : fillPath(paths.settlement, { settlement }),
  ),
  page('page: devices', () => paths.devices),
  page('page: messages', () => paths.messages),
  page('page: notifications', () => paths.notifications),
  page(
    'page: search',
    (_, { random }) => `${paths.search}?${new URLSearchParams({ q: random.pick(questions) })}`,
  ),
  page('page: map', ({ settlement }) => withSettlement(paths.map, settlement)),
  page('land.json', ({ settlement }) => withSettlement('/settlements/{settlement}/land.json', settlement)),
  read('read: articles', ({ settlement }) =>
    withSettlement('/settlements/{settlement}/articles', settlement),
  ),
  read('read: me', () => '/me'),
  read(
    'search',
    (_, { random }) => `/knowledge/search?${new URLSearchParams({ question: random.pick(questions) })}`,
  ),
  {
    kind: 'tool call',
    buildRequest: (person, { number }) =>
      sendJson(person, 'POST', '/mcp/resident', {
        jsonrpc: '2.0',
        id: number,
        method: 'tools/call',
        params: { name: 'list_my_parcels', arguments: {} },
      }),
  },
  {
    kind: 'write: diary',
    isAvailableTo: hasPlot,
    buildRequest: (person, { number }) =>
      sendJson(
        person,
        'POST',
        withSettlement('/api/v1/settlements/{settlement}/articles', person.settlement),
        {
          kind: 'diary',
          parcel_id: person.plot?.id,
          title: `Запись ${number}`,
          body: 'Посадили яблоню. Полили.',
        },
      ),
  },
  {
    kind: 'write: message',
    isAvailableTo: ({ correspondent }) => correspondent !== undefined,
    buildRequest: (person, { number }) =>
      sendJson(person, 'POST', '/api/v1/messages', {
        to: 'person',
        account: person.correspondent,
        body: `Фонарь у въезда не горит. ${number}`,
      }),
  },
  {
    kind: 'write: task',
    isAvailableTo: hasPlot,
    buildRequest: (person, { number }) =>
      sendJson(person, 'POST', '/api/v1/tasks', {
        settlement: person.settlement,
        kind: 'request',
        title: `Заявка ${number}`,
      }),
  },
  {
    kind: 'write: knowledge',
    buildRequest: (person, { number }) =>
      sendJson(person, 'PATCH', `/api/v1/knowledge/articles/${person.draft}`, {
        body: `Укрывают лапником.\n\n## Когда\n\nПосле первых морозов, ${number}.`,
      }),
  },
  {
    kind: 'photograph',
    isAvailableTo: hasPlot,
    buildRequest(person, { random, photographs }) {
      const bytes = random.pick(photographs);
      const subject = { subject_type: 'parcel', subject_id: person.plot?.id ?? '' };
      return {
        method: 'POST',
        path: '/api/v1/media/files',
        headers: { ...tokenOf(person), 'content-type': multipartType },
        body: writeMultipart(subject, { field: 'file', name: 'photo.jpg', type: 'image/jpeg', bytes }),
      };
    },
  },
  { kind: 'health', buildRequest: () => ({ method: 'GET', path: '/health' }) },
];
