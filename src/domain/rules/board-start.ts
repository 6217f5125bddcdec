/** What a new settlement has so far. */
export interface StartProgress {
  plots: number;
  hasBoundary: boolean;
  editors: number;
  /** Recorded by the board, or confirmed on a plot. */
  hasPeople: boolean;
  hasCodes: boolean;
  hasAnnouncement: boolean;
}

export const startSteps = ['plots', 'boundary', 'board', 'people', 'codes', 'announcement'] as const;
export type StartStep = (typeof startSteps)[number];

/** A board of one is not enough: nobody could decide about the claim of its only member. */
export function listStartSteps(progress: StartProgress): { step: StartStep; isDone: boolean }[] {
  const done: Record<StartStep, boolean> = {
    plots: progress.plots > 0,
    boundary: progress.hasBoundary,
    board: progress.editors > 1,
    people: progress.hasPeople,
    codes: progress.hasCodes,
    announcement: progress.hasAnnouncement,
  };
  return startSteps.map((step) => ({ step, isDone: done[step] }));
}
