export const importKinds = ['plots', 'land', 'buildings'] as const;
export type ImportKind = (typeof importKinds)[number];
/** `columns`: a table that waits for somebody to say what its columns are. */
export type ImportState =
  | 'checking'
  | 'columns'
  | 'checked'
  | 'applying'
  | 'applied'
  | 'taken_back'
  | 'unreadable'
  | 'failed';

export const featureOutcomes = ['added', 'changed', 'unchanged', 'refused', 'left_out'] as const;
export type FeatureOutcome = (typeof featureOutcomes)[number];

export const featureFilters = ['warned', ...featureOutcomes, 'renamed'] as const;
export type FeatureFilter = (typeof featureFilters)[number];

/** How long a file waits to be taken in. */
export const previewMilliseconds = 3_600_000;
