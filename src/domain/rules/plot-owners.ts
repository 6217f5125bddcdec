/** Somebody who owns a plot, by card or membership. */
export interface PlotOwner {
  key: string;
  name: string;
}

/** Of one plot; also bounds the work where a list names thousands on it. */
export const maxOwnersNamed = 3;

export const ownerKey = ({
  personId,
  membershipId,
}: {
  personId: string | null;
  membershipId: string | null;
}) => `${personId} ${membershipId}`;
