import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { outEnum, outId, outText } from '../../../domain/kernel/fields.ts';

export const placeKinds = ['country', 'region', 'district', 'locality'] as const;

/** Programs get an empty list, as ever; an assistant would take that for “there are none”. */
export const unknownPlace: Text = {
  en: 'There is no such place; list_places has them.',
  ru: 'Такого места нет; места перечисляет list_places.',
};

export const placeEntry = z.object({
  id: outId,
  parent_id: outId.nullable().describe('The place it lies in; null for a country.'),
  kind: outEnum(placeKinds),
  name: outText,
});
