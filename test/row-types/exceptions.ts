/** A nullable column that is never null in these rows, for a reason the statement does not show. */
export interface Exception {
  file: string;
  /** The declared type as written, and the column name. */
  type: string;
  column: string;
  because: string;
}

export const exceptions: readonly Exception[] = [
  {
    file: 'src/store/journal/events.ts',
    type: 'EventRow[]',
    column: 'event',
    because: 'only announcements with a day are selected',
  },
  {
    file: 'src/store/journal/events.ts',
    type: 'ToldEventRow[]',
    column: 'event',
    because: 'only announcements with a day are selected',
  },
  {
    file: 'src/store/devices/device-polls.ts',
    type: 'ClaimedConnection[]',
    column: 'lockedUntil',
    because: 'the same statement sets it to a moment',
  },
  {
    file: 'src/store/land/land-import.ts',
    type: '{ id: string; geometry: Shape }[]',
    column: 'geometry',
    because: 'the statement asks for a centre, and the table has a check that both are there or neither',
  },
];
