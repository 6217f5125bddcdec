import { end_person } from '../../src/features/actions/end_person.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { join_person } from '../../src/features/actions/join_person.ts';
import { save_person } from '../../src/features/actions/save_person.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { ActionInputs } from './action-cases.ts';

const settlement = 'berezka';

async function record({ act, word }: Stage, more: object = {}): Promise<string> {
  const card = { settlement, parcel: '3', name: word(), ...more };
  return String((await act('editor', save_person, card)).person);
}

async function inviteToBoard({ act, service, village: { accounts } }: Stage): Promise<string> {
  await service.db`delete from board_invitation`;
  await service.db`delete from settlement_role where account_id = ${accounts.company}`;
  const asked = { settlement, email: 'company@example.org', reason: 'Ведёт кассу' };
  return String((await act('editor', invite_to_board, asked)).invitation);
}

async function endPerson(stage: Stage) {
  const person = await record(stage);
  return { settlement, person, reason_kind: 'sold', reason: 'Продан.' };
}

const nobody = (stage: Stage) => stage.service.db`delete from recorded_person`.then(() => undefined);

async function findMembership({ service, village: { accounts } }: Stage): Promise<string | undefined> {
  const [row] = await service.db<{ id: string }[]>`
    select id from membership where account_id = ${accounts.neighbour} and state = 'confirmed' order by id limit 1`;
  return row?.id;
}

/** What the board does with people. */
export const boardInputs: ActionInputs = {
  invite_to_board: {
    who: 'editor',
    async make(stage) {
      await stage.service.db`delete from board_invitation`;
      return { settlement, email: 'company@example.org', reason: 'Ведёт кассу' };
    },
  },
  answer_board_invitation: {
    who: 'company',
    make: async (stage) => ({ invitation: await inviteToBoard(stage), answer: 'accepted' }),
  },
  withdraw_board_invitation: {
    who: 'editor',
    make: async (stage) => ({ settlement, invitation: await inviteToBoard(stage) }),
  },
  set_board_title: {
    who: 'editor',
    make: async ({ village, word }) => ({
      settlement,
      account: village.accounts.editor,
      title: word(),
    }),
    mayRepeat: true,
  },
  invite_people: {
    who: 'editor',
    async make(stage) {
      await nobody(stage);
      for (const n of [1, 2])
        await record(stage, { email: `${stage.word().replace(/\D/g, '')}.${n}@example.org` });
      return { settlement };
    },
  },
  print_people_letters: {
    who: 'editor',
    async make(stage) {
      await nobody(stage);
      for (const place of ['Тверь, Лесная, 1', 'Тверь, Лесная, 2'])
        await record(stage, { postal_address: place });
      return { settlement };
    },
    mayRepeat: true,
  },
  end_person: { who: 'editor', make: endPerson },
  take_back_ending: {
    who: 'editor',
    async make(stage) {
      await stage.act('editor', end_person, await endPerson(stage));
      const [row] = await stage.service.db<{ id: string }[]>`
        select id from residency_ending order by id desc limit 1`;
      return { settlement, ending: row?.id };
    },
  },
  join_person: {
    who: 'editor',
    async make(stage) {
      await nobody(stage);
      const person = await record(stage, { parcel: '2' });
      return { settlement, person, resident: await findMembership(stage) };
    },
  },
  part_person: {
    who: 'editor',
    async make(stage) {
      await nobody(stage);
      const person = await record(stage, { parcel: '2' });
      const resident = await findMembership(stage);
      await stage.act('editor', join_person, { settlement, person, resident });
      return { settlement, person };
    },
  },
  import_residents: {
    who: 'editor',
    make: async ({ word }) => ({ settlement, csv: `участок;имя\n3;${word()}\n` }),
    mayRepeat: true,
  },
};
