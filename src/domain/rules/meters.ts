import type { Permission } from '../kernel/refusal.ts';

/** What decides who reads a meter and who types into it. */
export interface MeterRights {
  /** Confirmed on the plot, and the meter is shared with its members or their own. */
  readonly isMember: boolean;
  readonly isEditor: boolean;
  readonly readsAsBoard: boolean;
  /** Let to the board, or kept by it. */
  readonly forBoard: boolean;
  /** Stands on a plot of the whole settlement. */
  readonly isCommon: boolean;
  readonly isResident: boolean;
  /** Named by the board to look after the devices of the settlement. */
  readonly isKeeper: boolean;
}

export function maySeeMeter(who: MeterRights): boolean {
  if (who.isCommon) return who.isResident || who.readsAsBoard;
  return who.isMember || (who.forBoard && who.readsAsBoard);
}

/** Of somebody who sees the meter: of what the board keeps, the household sees readings since it lives there. */
export function maySeeReading(
  meter: MeterRights & { readonly sensorId: string | null; readonly memberSince: Date | null },
  measuredAt: number,
): boolean {
  if (meter.isCommon || (meter.forBoard && meter.readsAsBoard)) return true;
  if (!meter.isMember || meter.memberSince === null) return false;
  return meter.sensorId !== null || measuredAt >= meter.memberSince.getTime();
}

/** The board types for people on paper, where it keeps the meter or was let. */
export function mayTypeReading(who: MeterRights): Permission {
  const may = who.isCommon
    ? who.isEditor || (who.isKeeper && who.isResident)
    : who.isMember || (who.forBoard && who.isEditor);
  return (
    may || {
      en: 'Readings are typed by those who are confirmed on the plot.',
      ru: 'Показания вносят подтверждённые жители участка.',
    }
  );
}

/** What the board typed, and readings of common meters, whoever types there takes back; all others who typed them. */
export function mayTakeBackReading(
  who: MeterRights,
  reading: { readonly isByBoard: boolean; readonly typedBy: string },
  accountId: string,
): Permission {
  const may =
    reading.isByBoard || who.isCommon ? !who.isMember || who.isEditor : reading.typedBy === accountId;
  return (
    may || {
      en: 'Only the person who entered a reading can undo it.',
      ru: 'Отменить показание может тот, кто его внёс.',
    }
  );
}

/** Who let the board read: whose meter it is; of one that the board keeps, an owner of the plot may end that. */
export function mayShareMeter(who: {
  isOwn: boolean;
  isKeptByBoard: boolean;
  isPlotOwner: boolean;
}): Permission {
  return (
    who.isOwn ||
    (who.isKeptByBoard && who.isPlotOwner) || {
      en: 'Only the owner of the meter decides who sees its readings.',
      ru: 'Кто видит показания, решает только владелец счётчика.',
    }
  );
}

/** Meters of one plot; also bounds the tables of a village. */
export const maxMetersPerPlot = 6;
export const maxReadingsPerDay = 24;
