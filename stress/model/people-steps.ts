import fc from 'fast-check';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { lift_sanction } from '../../src/features/actions/lift_sanction.ts';
import { insertSanction } from '../../src/store/accounts/sanctions.ts';
import { type Persona, personas } from '../../test/harness/village.ts';
import { waitUntil } from '../../test/harness/wait-until.ts';
import { type Claimant, change, claimants, isEditor, mayWrite } from './model.ts';
import { answerOf, call, type Door, doors, expectDone, idOf, type Step } from './step.ts';
import { settlement, type World } from './world.ts';

const claim = (who: Claimant, door: Door): Step => ({
  name: `${who} claims plot ${claimants[who]} by ${door}`,
  isRead: false,
  bind: (world) => ({
    send: (key) =>
      call(world, {
        who,
        door,
        name: 'request_residency',
        input: { settlement, parcel: claimants[who] },
        key,
      }),
    judge(model, answer) {
      // A claim that waits may be sent again; who belongs to the plot has nothing to claim.
      if (model.claims[who].state !== 'none') return model;
      if (answer.kind !== 'done') return mayWrite(model, who) ? null : model;
      return change(model, ({ claims }) => {
        claims[who] = { state: 'claimed', id: idOf(answer.data) };
      });
    },
  }),
});

const decide = (who: Persona, about: Claimant, isConfirmed: boolean, door: Door): Step => ({
  name: `${who} ${isConfirmed ? 'confirms' : 'removes'} the ${about} by ${door}`,
  isRead: false,
  bind(world, { claims }) {
    const { id } = claims[about];
    if (id === '') return undefined;
    const name = isConfirmed ? 'confirm_resident' : 'remove_resident';
    const input = { settlement, resident: id, ...(!isConfirmed && { reason: 'Так решили.' }) };
    return {
      send: (key) => call(world, { who, door, name, input, key }),
      judge: expectDone(
        (model) => {
          const isOwn = who === about && !isConfirmed;
          const isThere = model.claims[about].id === id && model.claims[about].state !== 'none';
          return isThere && ((isEditor(model, who) && mayWrite(model, who)) || isOwn);
        },
        (model) =>
          change(model, ({ claims }) => {
            claims[about] = isConfirmed ? { state: 'confirmed', id } : { state: 'none', id };
          }),
      ),
    };
  },
});

/** Asked by the board, and accepted. */
const appoint = (by: Persona, who: 'neighbour' | 'outsider', role: 'editor' | 'auditor'): Step => ({
  name: `${by} asks the ${who} onto the board as ${role}`,
  isRead: false,
  bind(world, model) {
    if ([...model.board, ...model.auditors].includes(who)) return undefined;
    return {
      async send() {
        await world.service.db`delete from board_invitation`;
        const asked = { settlement, email: `${who}@example.org`, role, reason: 'Так решило собрание' };
        const invited = await answerOf(world.act(by, invite_to_board, asked));
        if (invited.kind !== 'done') return invited;
        const answer = { invitation: invited.data.invitation, answer: 'accepted' };
        return answerOf(world.act(who, answer_board_invitation, answer));
      },
      judge: expectDone(
        (model) => isEditor(model, by) && mayWrite(model, by),
        (model) => change(model, (now) => void (role === 'editor' ? now.board : now.auditors).push(who)),
      ),
    };
  },
});

const dismiss = (by: Persona, who: 'editor' | 'neighbour'): Step => ({
  name: `${by} dismisses the ${who} from the board`,
  isRead: false,
  bind: (world, { board }) =>
    board.includes(who)
      ? {
          send: () =>
            answerOf(
              world.act(by, dismiss_editor, {
                settlement,
                account: world.village.accounts[who],
                reason: 'Так решило собрание',
              }),
            ),
          judge: expectDone(
            (model) =>
              model.board.length > 1 && isEditor(model, who) && isEditor(model, by) && mayWrite(model, by),
            (model) =>
              change(model, (now) => {
                now.board = now.board.filter((each) => each !== who);
              }),
          ),
        }
      : undefined,
});

/** A reminder to oneself, which nobody else sees. */
const note = async (world: World, who: Persona) => {
  const input = { settlement, kind: 'reminder', title: 'Полить' };
  return (await call(world, { who, door: 'REST', name: 'write_task', input })).kind;
};

/** The board's, for three days. What tokens may is remembered for a moment: until then the next step waits. */
const silence = (who: 'resident' | 'neighbour'): Step => ({
  name: `the ${who} is stopped from writing`,
  isRead: false,
  bind(world, model) {
    if (!mayWrite(model, who) || isEditor(model, who)) return undefined;
    const { service, village } = world;
    return {
      async send() {
        const id = service.newId();
        const now = new Date();
        await insertSanction(service.db, {
          ...{ id, accountId: village.accounts[who], settlementId: village.settlement.id, kind: 'silence' },
          ...{ office: 'board', reportId: null, reason: 'Оскорбления', imposedBy: village.accounts.editor },
          ...{ imposedAt: now, until: new Date(now.getTime() + 3 * 86_400_000) },
        } as never);
        await waitUntil('the sanction holds', async () => (await note(world, who)) === 'refused');
        return { kind: 'done', data: {} };
      },
      judge: (present) => change(present, ({ silenced }) => void silenced.push(who)),
    };
  },
});

const lift = (who: 'resident' | 'neighbour'): Step => ({
  name: `the ${who} may write again`,
  isRead: false,
  bind(world, model) {
    if (mayWrite(model, who)) return undefined;
    const { service, village } = world;
    return {
      async send() {
        const [row] = await service.db<{ id: string }[]>`
          select id from sanction where account_id = ${village.accounts[who]} and ended_at is null`;
        const input = { sanction: row?.id, reason: 'Помирились' };
        const answer = await answerOf(world.act('moderator', lift_sanction, input));
        if (answer.kind === 'done')
          await waitUntil('the sanction is over', async () => (await note(world, who)) === 'done');
        return answer;
      },
      judge: expectDone(
        () => true,
        (present) =>
          change(present, (now) => {
            now.silenced = now.silenced.filter((each) => each !== who);
          }),
      ),
    };
  },
});

/** The register, with whoever waits and whoever was removed: for whoever reads as the board. Newest first. */
const listPeople = (who: Persona): Step => ({
  name: `${who} reads the register`,
  isRead: true,
  bind: (world) => ({
    send: () => call(world, { who, door: 'REST', name: 'list_residents', input: { settlement, limit: 100 } }),
    judge(model, answer) {
      if ((answer.kind === 'done') !== (isEditor(model, who) || model.auditors.includes(who))) return null;
      if (answer.kind !== 'done') return model;
      const shown = new Map(
        (answer.data.residents as { id: string; state: string }[]).map(({ id, state }) => [id, state]),
      );
      const isRight = Object.values(model.claims).every(
        ({ state, id }) => id === '' || shown.get(id) === (state === 'none' ? 'ended' : state),
      );
      return isRight ? model : null;
    },
  }),
});

const anybody = fc.constantFrom<Persona>(...personas);
const anyDoor = fc.constantFrom<Door>(...doors);
const anyClaimant = fc.constantFrom<Claimant>('newcomer', 'company');

export const peopleSteps = [
  fc.tuple(anyClaimant, anyDoor).map(([who, door]) => claim(who, door)),
  fc
    .tuple(
      fc.constantFrom<Persona>('editor', 'editor', 'neighbour', 'outsider', 'newcomer'),
      anyClaimant,
      fc.boolean(),
      anyDoor,
    )
    .map(([who, about, isConfirmed, door]) => decide(who, about, isConfirmed, door)),
  fc
    .tuple(
      fc.constantFrom<Persona>('editor', 'neighbour', 'resident'),
      fc
        .constantFrom([
          ['neighbour', 'editor'],
          ['outsider', 'auditor'],
        ] as const)
        .chain((list) => fc.constantFrom(...list)),
    )
    .map(([by, [who, role]]) => appoint(by, who, role)),
  fc
    .tuple(
      fc.constantFrom<Persona>('editor', 'neighbour', 'outsider'),
      fc.constantFrom('editor' as const, 'neighbour' as const),
    )
    .map(([by, who]) => dismiss(by, who)),
  fc.constantFrom('resident' as const, 'neighbour' as const).map(silence),
  fc.constantFrom('resident' as const, 'neighbour' as const).map(lift),
  anybody.map(listPeople),
] as const;
