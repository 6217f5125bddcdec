export const visitOutcomes = ['told', 'nobody'] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

/**
 * What a tick of the door list changes. Ticks may come late, twice, and from two people: who was told stays told, whoever
 * found nobody there before or after. Only what its sender saw is taken back.
 */
export function decideVisit(
  present: { outcome: VisitOutcome; at: Date } | undefined,
  tick: { outcome: VisitOutcome } | { takesBack: Date },
): 'save' | 'delete' | 'keep' {
  if ('takesBack' in tick) return present?.at.getTime() === tick.takesBack.getTime() ? 'delete' : 'keep';
  return present?.outcome === 'told' ? 'keep' : 'save';
}
