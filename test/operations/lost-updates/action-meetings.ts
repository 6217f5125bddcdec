import { add_plots } from '../../../src/features/actions/add_plots.ts';
import { ask_for_settlement } from '../../../src/features/actions/ask_for_settlement.ts';
import { make_invitation_link } from '../../../src/features/actions/make_invitation_link.ts';
import { save_person } from '../../../src/features/actions/save_person.ts';
import type { Fields, MeetingCases, Stage } from './meeting-cases.ts';
import { settlement } from './writer-cases.ts';

const village = { name: 'Ручьи', kind: 'snt', region: 'Тверская область', place: '' };
const request = { ...village, asker: 'resident', contact: '', note: '' };

const board = { who: 'editor', other: 'neighbour' } as const;
const platform = { who: 'moderator', other: 'outsider' } as const;
const owner = { who: 'resident', other: 'neighbour' } as const;

/** A person whom the board recorded; nobody has an account for them. */
async function record({ act, word }: Stage): Promise<Fields> {
  const { person } = await act('editor', save_person, { settlement, parcel: '3', name: word() });
  return { settlement, person };
}

let plots = 500;
async function addPlot({ act }: Stage): Promise<Fields> {
  plots += 1;
  await act('editor', add_plots, { settlement, numbers: String(plots) });
  return { settlement, parcel: String(plots) };
}

/** The actions of pages whose subject others may write, too. */
export const actionMeetings: MeetingCases = {
  add_meter: {
    ...board,
    async make({ service }) {
      await service.db`delete from meter`;
      return { input: (name) => ({ settlement, parcel: '3', kind: 'water', name }) };
    },
  },
  add_plots: {
    ...board,
    async make() {
      return {
        input() {
          plots += 1;
          return { settlement, numbers: String(plots) };
        },
      };
    },
  },
  ask_for_settlement: {
    ...owner,
    async make({ service }) {
      await service.db`delete from settlement_request`;
      return { input: (name) => ({ ...request, name }) };
    },
  },
  create_settlement: {
    ...platform,
    async make() {
      return {
        input: (name) => ({
          entry: {
            name,
            kind: 'snt',
            status: 'populated',
            country: 'Россия',
            region: 'Тверская область',
            district: '',
            address: '',
            time_zone: 'Europe/Moscow',
          },
          is_board: false,
        }),
      };
    },
  },
  decide_settlement_request: {
    ...platform,
    async make({ act, service }) {
      await service.db`delete from settlement_request`;
      const asked = await act('resident', ask_for_settlement, request);
      return { input: (reason) => ({ request: asked.request, reason }) };
    },
  },
  dismiss_editor: {
    ...board,
    async make({ service, village: { accounts, settlement: at } }) {
      await service.db`
        insert into settlement_role (settlement_id, account_id, role, created_at)
        values (${at.id}, ${accounts.resident}, 'editor', now()) on conflict do nothing`;
      return { input: (reason) => ({ settlement, account: accounts.resident, reason }) };
    },
  },
  export_meters: {
    ...board,
    async make() {
      return { input: () => ({ settlement, kind: 'water', month: '2026-01' }) };
    },
  },
  export_people: {
    ...board,
    async make() {
      return { input: () => ({ settlement }) };
    },
  },
  name_keeper: {
    ...board,
    async make({ village: { accounts } }) {
      return { input: () => ({ settlement, account: accounts.neighbour, is_named: true }) };
    },
  },
  set_meter_day: {
    ...board,
    async make() {
      return { input: (word) => ({ settlement, day: 1 + (Number(word.replace(/\D/g, '')) % 28) }) };
    },
  },
  hide_board_start: {
    ...board,
    async make() {
      return { input: () => ({ settlement }) };
    },
  },
  invite_person: {
    ...board,
    async make(stage) {
      const { person } = await stage.act('editor', save_person, {
        settlement,
        parcel: '3',
        name: stage.word(),
        email: `${stage.word().replace(/\D/g, '')}@example.org`,
      });
      return { input: () => ({ settlement, person }) };
    },
  },
  invite_to_plot: {
    ...owner,
    async make({ village: at }) {
      return {
        input: (name) => ({
          parcel: at.plots.resident,
          email: `${name.replace(/\D/g, '')}@example.org`,
          role: 'family',
        }),
      };
    },
  },
  issue_plot_codes: {
    ...board,
    async make(stage) {
      const { parcel } = await addPlot(stage);
      const [row] = await stage.service.db<
        { id: string }[]
      >`select id from parcel where number = ${String(parcel)}`;
      return { input: () => ({ settlement, parcel: row?.id, replace: true }) };
    },
  },
  make_invitation_link: {
    ...owner,
    async make({ village: at }) {
      return { input: (name) => ({ parcel: at.plots.resident, role: 'family', name }) };
    },
  },
  print_person_letter: {
    ...board,
    async make(stage) {
      const at = await record(stage);
      return { input: () => at };
    },
  },
  publish_policies: {
    ...platform,
    async make() {
      return { input: (privacy) => ({ privacy, terms: privacy }) };
    },
  },
  remove_person: {
    ...board,
    async make(stage) {
      const at = await record(stage);
      return { input: () => at };
    },
  },
  remove_plot: {
    ...board,
    async make(stage) {
      const at = await addPlot(stage);
      return { input: () => at };
    },
  },
  save_person: {
    ...board,
    async make(stage) {
      const at = await record(stage);
      const [row] = await stage.service.db<{ updatedAt: Date }[]>`
        select updated_at as "updatedAt" from recorded_person where id = ${String(at.person)}`;
      return {
        input: (name) => ({ ...at, parcel: '3', name }),
        seen: { seen_updated_at: row?.updatedAt.toISOString() },
      };
    },
  },
  set_plot_kind: {
    ...board,
    async make(stage) {
      const at = await addPlot(stage);
      const kinds = ['road', 'water', 'common', 'other'];
      return { input: () => ({ ...at, kind: kinds.shift() }) };
    },
  },
  set_role: {
    ...platform,
    async make({ service, village: { accounts } }) {
      await service.db`update account set platform_role = null where id = ${accounts.resident}`;
      return {
        input: (reason) => ({ account: accounts.resident, role: 'moderator', is_given: true, reason }),
      };
    },
  },
  withdraw_invitation: {
    ...owner,
    async make({ act, service, village: at }) {
      const parcel = at.plots.resident;
      await service.db`delete from plot_code where parcel_id = ${parcel}`;
      await act('resident', make_invitation_link, { parcel, role: 'family', name: 'Миша' });
      const [row] = await service.db<{ id: string }[]>`
        select id from plot_code where parcel_id = ${parcel} order by id desc limit 1`;
      return { input: () => ({ parcel, invitation: row?.id }) };
    },
  },
  withdraw_settlement_request: {
    ...owner,
    async make({ act, service }) {
      await service.db`delete from settlement_request`;
      const asked = await act('resident', ask_for_settlement, request);
      return { input: () => ({ request: asked.request }) };
    },
  },
};
