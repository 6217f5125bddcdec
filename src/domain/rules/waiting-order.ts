/** What a report may be about. */
export const reportReasons = ['rude', 'threat', 'spam', 'fraud'] as const;
export type ReportReason = (typeof reportReasons)[number];
export const dangerousReasons: readonly ReportReason[] = ['threat'];

export const isDangerous = ({ kind, reason }: { kind: string; reason?: ReportReason | null }) =>
  kind === 'report' && reason != null && dangerousReasons.includes(reason);

/** Order of what waits for a decision: danger, then people who wait to get in, then the rest; within a rank by age. */
export function rankWaiting(waiting: { kind: string; reason?: ReportReason | null }): number {
  if (isDangerous(waiting)) return 0;
  return waiting.kind === 'claim' ? 1 : 2;
}
