import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  isSecondNeeded,
  maxMotionBytes,
  maxOpenMotions,
  motionDays,
  motionKinds,
} from '../../domain/rules/board-motions.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { countOpenMotions, findSecondMember, insertMotion } from '../../store/land/board-motions.ts';
import { findPersonName, lockBoard } from '../../store/land/boards.ts';
import { keepImportUntil } from '../../store/land/land-imports.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { captureMotion } from './motion-capture.ts';

export const propose_motion = defineOperation({
  name: 'propose_motion',
  summary: 'Propose what a second member of the board has to agree to. For the board.',
  scope: 'session',
  keepsReply: true,
  input: z.object({
    settlement: reference,
    kind: enumField(motionKinds),
    /** What the member would have sent to do it alone. */
    call: z.record(z.string().max(60), z.unknown()).default({}),
  }),
  async load({ settlement }, context) {
    const place = await loadSettlement(settlement, context);
    return { place, isNeeded: isSecondNeeded(await findSecondMember(context.db, place.id)) };
  },
  permit({ place, isNeeded }) {
    permit(mayEditSettlement(place.settlementRole));
    if (!isNeeded) refuse.invalid('settlement', notNeeded);
  },
  prepare: ({ settlement, kind, call }, context, { place }) =>
    captureMotion(kind, kind === 'single_member' ? {} : { ...call, settlement }, context, place),
  async write({ kind }, context, { place }, { subject, content, shown, state }) {
    const { db, caller, now, newId } = context;
    const settlementId = place.id;
    const board = await lockBoard(db, settlementId);
    // The caller may have left the board meanwhile.
    permit(mayEditSettlement({ ...place.settlementRole, isEditor: board.includes(caller.accountId) }));
    const waiting = await countOpenMotions(db, settlementId, now());
    const bytes = Buffer.byteLength(JSON.stringify(content));
    if (waiting.count >= maxOpenMotions || waiting.bytes + bytes > maxMotionBytes)
      refuse.invalid('settlement', tooMany);
    const expiresAt = new Date(now().getTime() + motionDays * 86_400_000);
    const id = newId();
    const about = { ...subject, id, settlementId, kind, content, shown, state };
    if (!(await insertMotion(db, { ...about, proposedBy: caller.accountId, proposedAt: now(), expiresAt })))
      refuse.invalid('settlement', isProposed);
    if (subject.landImportId) await keepImportUntil(db, subject.landImportId, expiresAt);
    const by = (await findPersonName(db, caller.accountId)) ?? refuse.notFound('session');
    await recordDecision(context, {
      action: 'propose_motion',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { motion: kind },
    });
    await publishEvent(context, {
      type: 'motion_waiting',
      ...{ settlementId, motionId: id, kind, by },
      subjectId: subject.accountId ?? null,
      village: place.name,
    });
    return { motion: id };
  },
});

const notNeeded = {
  en: 'The board needs no second member for this any more. Open the page again and do it.',
  ru: 'Согласие второго больше не нужно. Откройте страницу ещё раз и сделайте сами.',
};
const isProposed = {
  en: 'This is proposed already and waits for another member of the board.',
  ru: 'Это уже предложено и ждёт другого члена правления.',
};
const tooMany = {
  en: `Too much waits for a second member already: at most ${maxOpenMotions} things. Decide about some first.`,
  ru: `Второго члена правления уже ждёт слишком много: можно не больше ${maxOpenMotions}. Сначала решите по тем, что есть.`,
};
