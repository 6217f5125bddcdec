import { isStanding } from '../../domain/rules/sanctions.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import type { SanctionRow } from '../../store/accounts/sanctions.ts';

/**
 * As its reader may know it: the person reads which office decided and never who in it, nor by whose report; whoever
 * decides reads no name of somebody who wrote as a plot.
 */
export function describeSanction(row: SanctionRow, isOwn: boolean, now: Date) {
  const { plotNumber, personName, imposedByName, endedByName, reportId } = row;
  return {
    id: row.id,
    kind: row.kind,
    office: row.office,
    settlement:
      row.settlementSlug === null ? null : { slug: row.settlementSlug, name: row.settlementName ?? '' },
    timeZone: row.timeZone,
    reason: row.reason,
    imposedAt: row.imposedAt,
    until: row.until,
    isStanding: isStanding(row, now),
    endedAt: row.endedAt,
    endReason: row.endReason,
    appeal: row.appeal,
    appealedAt: row.appealedAt,
    appealOutcome: row.appealOutcome,
    appealReason: row.appealReason,
    appealDecidedAt: row.appealDecidedAt,
    forDeciders: isOwn
      ? null
      : {
          person: plotNumber === null ? shortenName(personName) : `№ ${plotNumber}`,
          by: shortenName(imposedByName),
          endedBy: endedByName === null ? null : shortenName(endedByName),
          report: reportId,
        },
  };
}

export type DescribedSanction = ReturnType<typeof describeSanction>;
