/** A column that may be null by the schema and is not in these rows, for a reason that the statement does not show. */
export interface Exception {
  file: string;
  /** The declared type as written, and the column. */
  type: string;
  column: string;
  because: string;
}

export const exceptions: readonly Exception[] = [
  {
    file: 'src/store/devices/device-polls.ts',
    type: 'ClaimedConnection[]',
    column: 'lockedUntil',
    because: 'the same statement sets it to a moment',
  },
];
