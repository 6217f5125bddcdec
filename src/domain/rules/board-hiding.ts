import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { isNarrowerOrEqual, type Visibility, visibilities } from './settlement-role.ts';

/** What the board hid of somebody's own. */
export interface BoardHiding {
  /** Nobody but the board goes beyond it. */
  widest: Visibility;
  /** The author's own choice, given back when the board shows it again. */
  wanted: Visibility;
  /** Empty: none was given. */
  reason: string;
  at: Date;
}

/** What a change of the visibility leads to; `done` is what the author is told. */
export interface HidingDecision {
  visibility: Visibility;
  hiding: BoardHiding | null;
  done: 'hidden' | 'shown' | null;
}

/** Words belong to their author: whoever else is on the board hides them, and says why. */
export const wordsOfAnother: Exclude<Permission, true> = {
  en: 'Only the author can change or remove this. The board can only hide it, by narrowing who sees it, and has to give a reason.',
  ru: 'Изменить или удалить это может только автор. Правление может скрыть: сузить круг тех, кто видит, и назвать причину.',
};

const reasonMissing: Text = {
  en: 'Say why you hide it: the author will read this.',
  ru: 'Напишите, почему скрываете: автор это прочтёт.',
};
const notNarrower: Text = {
  en: 'It is already hidden from everybody else.',
  ru: 'Больше никто этого и так не видит.',
};

/** The board's choice of who sees somebody's own entry or photograph. It never shows more than the author has chosen. */
export function decideBoardHiding(
  standing: { visibility: Visibility; hiding: BoardHiding | null },
  to: Visibility,
  { reason, isReasonNeeded }: { reason: string; isReasonNeeded: boolean },
  now: Date,
): HidingDecision | { field: 'reason' | 'visibility'; refusal: Text } {
  const { visibility, hiding } = standing;
  const wanted = hiding?.wanted ?? visibility;
  const widest = hiding?.widest ?? visibility;
  const isReasonAdded = hiding?.reason === '' && reason !== '';
  if (to === widest && !isReasonAdded)
    return hiding === null
      ? { field: 'visibility', refusal: notNarrower }
      : { visibility, hiding, done: null };
  if (!isNarrowerOrEqual(to, widest)) {
    const isShown = isNarrowerOrEqual(wanted, to);
    return {
      visibility: narrower(wanted, to),
      hiding: isShown || hiding === null ? null : { ...hiding, widest: to },
      done: 'shown',
    };
  }
  if (reason === '' && isReasonNeeded) return { field: 'reason', refusal: reasonMissing };
  return {
    visibility: narrower(visibility, to),
    hiding: { widest: to, wanted, reason, at: now },
    done: 'hidden',
  };
}

/** The author's choice: never beyond what the board allows. */
export function decideOwnVisibility(
  standing: { visibility: Visibility; hiding: BoardHiding | null },
  to: Visibility,
): HidingDecision | { field: 'visibility'; refusal: Text } {
  const { visibility, hiding } = standing;
  if (to === visibility || hiding === null) return { visibility: to, hiding, done: null };
  if (!isNarrowerOrEqual(to, hiding.widest))
    return {
      field: 'visibility',
      refusal: {
        en: `The board hid it${hiding.reason && `: “${hiding.reason}”`}. Write to the board if it should be shown again.`,
        ru: `Правление скрыло это${hiding.reason && `: «${hiding.reason}»`}. Чтобы снова показать, напишите правлению.`,
      },
    };
  return { visibility: to, hiding: { ...hiding, wanted: to }, done: null };
}

function narrower(one: Visibility, other: Visibility): Visibility {
  return visibilities[Math.min(visibilities.indexOf(one), visibilities.indexOf(other))] ?? 'private';
}
