import { z } from 'zod';
import { outEnum, outId, outText } from '../../../domain/kernel/fields.ts';

export const placeKinds = ['country', 'region', 'district', 'locality'] as const;

export const placeEntry = z.object({
  id: outId,
  parent_id: outId.nullable().describe('The place it lies in; null for a country.'),
  kind: outEnum(placeKinds),
  name: outText,
});
