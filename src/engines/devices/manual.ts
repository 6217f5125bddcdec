import { z } from 'zod';
import type { Provider } from './provider.ts';

export const meterKinds = ['energy', 'water', 'gas'] as const;
export type MeterKind = (typeof meterKinds)[number];

const settings = z.object({});

/** A meter that people read and type: nothing is polled. */
export const manual: Provider<z.infer<typeof settings>> = { name: 'manual', secret: 'none', settings };

/** The one device of such a connection, and its one sensor. */
export function describeMeter(name: string, kind: MeterKind) {
  return {
    key: 'meter',
    name,
    manufacturer: null,
    model: null,
    firmware: null,
    operator: 'manual',
    category: 'meter',
    accessKind: 'read' as const,
    sensors: [
      {
        key: 'meter',
        rawKey: 'meter',
        kind,
        valueType: 'number' as const,
        aggregation: 'max' as const,
        unit: kind === 'energy' ? 'kWh' : 'm³',
      },
    ],
  };
}
