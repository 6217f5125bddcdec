export const personStates = ['recorded', 'invited', 'confirmed', 'ended'] as const;
export type PersonState = (typeof personStates)[number];
