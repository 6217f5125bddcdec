export const settlementKinds = ['cottage_village', 'snt', 'dnp', 'tsn', 'village'] as const;
export const settlementStatuses = ['planned', 'building', 'completed', 'populating', 'populated'] as const;
