import type { SignedInContext } from '../../domain/kernel/context.ts';
import type { SavedDrawing } from '../../domain/kernel/ports.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { decideEnding } from '../../domain/rules/residency.ts';
import { type MotionRow, type OpenMotion, setSecondMember } from '../../store/land/board-motions.ts';
import { findBoundaryInForce } from '../../store/land/boundary-history.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { lockResident } from '../../store/land/residents.ts';
import { lockBoardRoles } from '../../store/land/settlement-roles.ts';
import type { SettlementWithRole } from '../../store/land/settlements.ts';
import { type SeenImport, startImport } from '../land-import/start-import.ts';
import { undoImport } from '../land-import/undo-import.ts';
import type { EndingInput } from '../loaders/residency-ending.ts';
import { changeBoundary, type ShapedDrawing } from '../operations/settlement/boundary-change.ts';
import { toDrawing } from '../operations/settlement/boundary-drawing.ts';
import { digestLand, planMoves } from '../operations/settlement/boundary-moves.ts';
import { shapeLand } from '../operations/settlement/boundary-shaping.ts';
import { endResidency } from '../operations/settlement/residency-end.ts';
import { dismissFromBoard } from './board-dismissal.ts';
import { describeMember, describeRoles } from './motion-capture.ts';

/** Shaping a boundary is slow and done before the transaction. */
export async function shapeProposedBoundary(
  context: SignedInContext,
  settlementId: string,
  { content, state }: OpenMotion,
): Promise<ShapedDrawing> {
  const digest = state.split(' ')[0] ?? '';
  const drawing = toDrawing(settlementId, content.drawing as SavedDrawing, digest);
  return { drawing, shaped: await shapeLand(context, drawing) };
}

interface Application {
  settlement: SettlementWithRole;
  motion: MotionRow;
  open: OpenMotion;
  /** The editors, locked. */
  board: readonly string[];
  /** Of a boundary. */
  shaped: ShapedDrawing | null;
}

/** Does what was proposed, by whoever agrees to it; refused where the state has moved since. */
export async function applyMotion(context: SignedInContext, application: Application): Promise<void> {
  const { settlement, motion, open, board, shaped } = application;
  const { db, now } = context;
  const { content, state } = open;
  switch (motion.kind) {
    case 'boundary': {
      if (shaped === null) return refuse.invalid('motion', movedText);
      const number = await findBoundaryInForce(db, settlement.id);
      const moves = await planMoves(db, settlement.id, shaped.shaped);
      if (`${digestLand(shaped.shaped, moves)} ${number ?? ''}` !== state)
        refuse.invalid('motion', movedText);
      const onClash = content.onClash as string;
      await changeBoundary(context, settlement.id, shaped, { onClash, permitAgain: async () => {} });
      return;
    }
    case 'land_import': {
      const wanted = await findImport(db, settlement.id, motion.landImportId ?? '', now());
      if (wanted?.state !== 'checked' || wanted.outcome !== state) return refuse.invalid('motion', movedText);
      return startImport(context, settlement.id, wanted, content as unknown as SeenImport);
    }
    case 'undo_import': {
      const find = async () =>
        (await findImport(db, settlement.id, motion.landImportId ?? '', now())) ?? refuse.notFound('import');
      if ((await find()).state !== state) refuse.invalid('motion', movedText);
      const inTheWay = await undoImport(context, settlement.id, find);
      if (inTheWay !== null) refuse.invalid('motion', inTheWay);
      return;
    }
    case 'removal': {
      const found = await lockResident(db, settlement.id, motion.membershipId ?? '');
      if (found?.state !== 'confirmed' || describeMember(found) !== state)
        return refuse.invalid('motion', movedText);
      const said = content as EndingInput;
      const ending = decideEnding(found.state, false, said.reason ?? null, said.reason_kind ?? null);
      if (typeof ending === 'object') return refuse.invalid('motion', ending.text);
      return endResidency(context, settlement.id, found, ending, said);
    }
    case 'dismissal': {
      const account = motion.subjectId ?? '';
      const roles = await lockBoardRoles(db, settlement.id, account);
      if (describeRoles(roles) !== state) refuse.invalid('motion', movedText);
      const reason = (content.reason as string | null) ?? null;
      return dismissFromBoard(context, settlement, { account, roles, board, reason });
    }
    case 'single_member':
      return setSecondMember(db, settlement.id, false);
  }
}

const movedText = {
  en: 'This has changed since it was proposed, so it would do something else now. Refuse it, and have it proposed again.',
  ru: 'С тех пор как это предложили, всё изменилось, и вышло бы другое. Откажите, и пусть предложат заново.',
};
