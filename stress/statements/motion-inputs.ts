import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { propose_motion } from '../../src/features/actions/propose_motion.ts';
import { set_second_member } from '../../src/features/actions/set_second_member.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { drainQueue } from '../../test/harness/jobs.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { ActionInputs } from './action-cases.ts';

const settlement = 'berezka';

const file = (number: string) => ({
  settlement,
  kind: 'plots',
  file_name: 'участки.csv',
  file: Buffer.from(`cn,number\n50:04:0000000:${number},${number}\n`).toString('base64'),
});

const work = ({ service }: Stage) =>
  drainQueue(
    service,
    landImportWorker(() => service.app.services),
  );

async function shown(stage: Stage) {
  await stage.service.db`delete from land_import`;
  const sent = await stage.act('editor', import_land, file(stage.word().replace(/\D/g, '')));
  await work(stage);
  const at = { settlement, import: sent.import };
  const { outcome } = await stage.act('editor', show_land_import, at);
  return { ...at, rename: true, accept: landWarnings, seen: outcome };
}

const proposal = {
  who: 'editor',
  async make({ act, service }: Stage) {
    await service.db`delete from board_motion`;
    await act('editor', set_second_member, { settlement, wanted: true });
    return { settlement, kind: 'single_member' };
  },
} as const;

async function propose(stage: Stage) {
  const { motion } = await stage.act('editor', propose_motion, await proposal.make(stage));
  return { settlement, motion };
}

/** Files of land, and what needs a second member of the board. */
export const motionInputs: ActionInputs = {
  import_land: {
    who: 'editor',
    async make({ service, word }) {
      await service.db`delete from land_import`;
      return file(word().replace(/\D/g, ''));
    },
    mayRepeat: true,
  },
  apply_land_import: { who: 'editor', make: shown },
  recheck_land_import: {
    who: 'editor',
    async make(stage) {
      const { import: id } = await shown(stage);
      return { settlement, import: id, columns: ['cadastral', 'number'] };
    },
    mayRepeat: true,
  },
  undo_land_import: {
    who: 'editor',
    async make(stage) {
      const { import: id, ...rest } = await shown(stage);
      await stage.act('editor', apply_land_import, { import: id, ...rest });
      await work(stage);
      return { settlement, import: id };
    },
  },
  set_second_member: { who: 'editor', make: async () => ({ settlement, wanted: true }) },
  propose_motion: proposal,
  second_motion: { who: 'neighbour', make: propose },
  refuse_motion: {
    who: 'neighbour',
    make: async (stage) => ({ ...(await propose(stage)), reason: 'Обсудим на собрании.' }),
  },
  withdraw_motion: { who: 'editor', make: propose },
};
