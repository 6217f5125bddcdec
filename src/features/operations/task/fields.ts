import { z } from 'zod';
import { errorText, id } from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { parseLeadTime } from '../../../domain/rules/task-reminder.ts';

/** Fields that several task operations share. */
export const remindBefore = z
  .string()
  .refine(
    (value) => parseLeadTime(value) !== null,
    errorText({
      en: 'This must be a time such as 2d or 12h, at most 30d.',
      ru: 'Здесь нужно время вида 2d или 12h, не больше 30d.',
    }),
  )
  .meta({ wire: { type: 'string', pattern: '^[1-9][0-9]{0,2}[dh]$' } })
  .describe('So long before: 2d, 12h.');

export const maxAssignees = 20;
export const assigneeIds = z.array(id).max(maxAssignees).describe('Up to 20; done by any.');

/** An account in a filter. */
export const accountOrMe = z
  .string()
  .refine(
    (value) => value === 'me' || isId(value),
    errorText({ en: 'This must be me or an account.', ru: 'Здесь нужно me или идентификатор аккаунта.' }),
  )
  .meta({ wire: { type: 'string', pattern: '^(me|[1-9][0-9]{0,18})$' } });
