import { errorText, text } from '../../domain/kernel/fields.ts';

/** Y-m */
export const monthField = text(7).refine(
  (value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value),
  errorText({ en: 'This must be a month, as 2026-11.', ru: 'Здесь нужен месяц, например 2026-11.' }),
);
