export const importKinds = ['plots', 'land', 'buildings'] as const;
export type ImportKind = (typeof importKinds)[number];
export type ImportState =
  | 'checking'
  | 'checked'
  | 'applying'
  | 'applied'
  | 'taken_back'
  | 'unreadable'
  | 'failed';

export const featureOutcomes = ['added', 'changed', 'unchanged', 'refused'] as const;
export type FeatureOutcome = (typeof featureOutcomes)[number];

export const featureFilters = ['warned', ...featureOutcomes, 'renamed'] as const;
export type FeatureFilter = (typeof featureFilters)[number];
