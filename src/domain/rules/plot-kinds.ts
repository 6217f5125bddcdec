export const plotKinds = ['dwelling', 'common', 'road', 'water', 'other'] as const;
export type PlotKind = (typeof plotKinds)[number];
