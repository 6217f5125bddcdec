export const medals = ['gold', 'silver', 'bronze', 'dung'] as const;
export type Medal = (typeof medals)[number];

/** Gold and dung weigh ten times silver, and silver ten times bronze. */
export const medalWeights: Readonly<Record<Medal, number>> = { gold: 100, silver: 10, bronze: 1, dung: 100 };

export type MedalCounts = Readonly<Record<Medal, number>>;

export const noMedals: MedalCounts = { gold: 0, silver: 0, bronze: 0, dung: 0 };

export function computeRating(counts: MedalCounts): number {
  return (
    counts.gold * medalWeights.gold +
    counts.silver * medalWeights.silver +
    counts.bronze * medalWeights.bronze -
    counts.dung * medalWeights.dung
  );
}

export interface CountedReview {
  readonly medal: Medal;
  /** Hidden by a moderator: not counted until it is restored. */
  readonly isHidden: boolean;
}

/** The counts of a subject after one resident's verdict went from `before` to `after`; null where there is none. */
export function recountMedals(
  counts: MedalCounts,
  before: CountedReview | null,
  after: CountedReview | null,
): MedalCounts {
  const next = { ...counts };
  if (before !== null && !before.isHidden) next[before.medal] -= 1;
  if (after !== null && !after.isHidden) next[after.medal] += 1;
  return next;
}
