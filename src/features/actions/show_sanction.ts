import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import {
  findAppealFault,
  isStanding,
  mayDecideAppeal,
  mayLiftSanction,
} from '../../domain/rules/sanctions.ts';
import { loadSanction } from '../loaders/sanction.ts';
import { describeSanction } from './sanction-description.ts';

export const show_sanction = defineOperation({
  name: 'show_sanction',
  summary:
    'What was imposed on somebody, why and until when. For the person, the board that imposed it and moderators.',
  scope: 'session',
  input: z.object({ sanction: id }),
  load: (at, context) => loadSanction(at, context, false),
  async show(_input, { now }, { sanction, isOwn, ...who }) {
    const at = now();
    const isWaiting = sanction.appealedAt !== null && sanction.appealOutcome === null;
    return {
      ...describeSanction(sanction, isOwn, at),
      isOwn,
      mayAppeal: isOwn && findAppealFault(sanction, at) === null,
      mayLift: !isOwn && isStanding(sanction, at) && mayLiftSanction(sanction, who) === true,
      /** Its report is open, and this reader's to decide: not an auditor's. */
      mayDecideReport:
        !isOwn && sanction.isReportOpen && (sanction.office === 'platform' ? who.isModerator : who.isEditor),
      mayDecideAppeal: isWaiting && mayDecideAppeal(sanction, who) === true,
      /** Who imposed it leaves the appeal to another moderator. */
      isLeftToAnother: isWaiting && who.isModerator && mayDecideAppeal(sanction, who) !== true,
    };
  },
});
