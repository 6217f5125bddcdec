import { z } from 'zod';

/** Longer than any dial. */
const maxLength = 30;

/** A number as people write it: with spaces between thousands, a comma or a point. */
export const typedNumber = z
  .preprocess((value) => {
    if (typeof value !== 'string' || value.length > maxLength) return value;
    const plain = value.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
    return /^\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : value;
  }, z.number().min(0).lt(1e12))
  .meta({ wire: { type: 'number', minimum: 0 } }) as unknown as z.ZodType<number, number | string>;
