/** How an announcement gets to a plot, from the quickest way down. */
export const reachWays = ['app', 'letter', 'paper', 'nothing'] as const;
export type ReachWay = (typeof reachWays)[number];

/** Ways that need somebody's feet. */
export const unreachedWays: readonly ReachWay[] = ['paper', 'nothing'];

/** What is known of a plot; people who left do not count. */
export interface PlotContacts {
  /** A confirmed member sees the notice on the site or is sent it to a phone. */
  readonly inApp: boolean;
  /** A confirmed member wants it by letter, at a confirmed address that accepts letters. */
  readonly byEmail: boolean;
  /** Somebody is known there, with or without an account. */
  readonly hasPeople: boolean;
}

/** `sendsEmail`: the installation has a way to send letters. */
export function decideReachWay(plot: PlotContacts, { sendsEmail }: { sendsEmail: boolean }): ReachWay {
  if (plot.inApp) return 'app';
  if (plot.byEmail && sendsEmail) return 'letter';
  return plot.hasPeople ? 'paper' : 'nothing';
}

const eitherWay = [true, false];

/** Every kind of plot that is reached in one of these ways: what a query has to look for. */
export function listContactsReachedBy(
  ways: readonly ReachWay[],
  installation: { sendsEmail: boolean },
): PlotContacts[] {
  return eitherWay
    .flatMap((inApp) =>
      eitherWay.flatMap((byEmail) => eitherWay.map((hasPeople) => ({ inApp, byEmail, hasPeople }))),
    )
    .filter((plot) => ways.includes(decideReachWay(plot, installation)));
}
