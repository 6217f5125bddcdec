import { appeal_sanction } from '../../src/features/actions/appeal_sanction.ts';
import { impose_sanction } from '../../src/features/actions/impose_sanction.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { ActionInputs } from './action-cases.ts';

/** Of a message that the resident wrote to somebody of the board: moderators decide. */
async function report({ clients, village, word }: Stage): Promise<string> {
  await clients.neighbour.send_message({ to: 'person', account: village.accounts.resident, body: word() });
  const to = { to: 'person', account: village.accounts.neighbour, body: word() } as const;
  const { data } = await clients.resident.send_message(to);
  const task = { kind: 'report', title: word(), message_id: data.id } as const;
  return (await clients.neighbour.write_task(task)).data.id;
}

async function impose(stage: Stage): Promise<string> {
  const warning = { report: await report(stage), kind: 'warning', reason: 'Так нельзя' };
  return String((await stage.act('moderator', impose_sanction, warning)).id);
}

async function appeal(stage: Stage): Promise<string> {
  const sanction = await impose(stage);
  await stage.act('resident', appeal_sanction, { sanction, words: 'Это не я.' });
  return sanction;
}

/** What is imposed on people after a report. */
export const sanctionInputs: ActionInputs = {
  impose_sanction: {
    who: 'moderator',
    make: async (stage) => ({
      report: await report(stage),
      kind: 'silence',
      days: 3,
      reason: 'Оскорбления',
    }),
  },
  lift_sanction: {
    who: 'moderator',
    make: async (stage) => ({ sanction: await impose(stage), reason: 'Помирились' }),
  },
  appeal_sanction: {
    who: 'resident',
    make: async (stage) => ({ sanction: await impose(stage), words: 'Это не я.' }),
  },
  decide_appeal: {
    who: 'outsider',
    make: async (stage) => ({ sanction: await appeal(stage), outcome: 'lifted', reason: 'Верно.' }),
  },
  read_report_context: {
    who: 'moderator',
    make: async (stage) => ({ report: await report(stage) }),
    mayRepeat: true,
  },
};
