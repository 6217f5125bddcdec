import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { enumField, flag, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { columnMeanings, maxAskedColumns, namesRows } from '../../domain/rules/land-columns.ts';
import { previewMilliseconds } from '../../domain/rules/land-import-states.ts';
import { findImport, recheckImport } from '../../store/land/land-imports.ts';
import { pageLimits } from '../land-import/formats/limits.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const notNow: Text = {
  en: 'This file is no longer waiting to be imported. Send it again.',
  ru: 'Этот файл уже не ждёт загрузки. Отправьте его ещё раз.',
};
const nameless: Text = {
  en: 'One column has to be the plot number or the cadastral number.',
  ru: 'Один из столбцов должен быть номером участка или кадастровым номером.',
};
const twice: Text = {
  en: 'Two columns cannot mean the same.',
  ru: 'Два столбца не могут значить одно и то же.',
};
const features = z.array(integer(1, 2_000_000_000)).max(pageLimits.features);

export const recheck_land_import = defineOperation({
  name: 'recheck_land_import',
  summary:
    'Look at a file of land again with other columns, without some features, or with latitude and longitude exchanged. For the board and moderators.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    import: reference,
    columns: z.array(enumField(columnMeanings)).max(maxAskedColumns).optional(),
    /** Numbers of the features that were shown with a box to tick; the others stay as they are. */
    shown: features.default([]),
    left_out: features.default([]),
    swapped: flag.optional(),
  }),
  async load({ settlement, import: importId }, { db, caller, now }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    return (await findImport(db, found.id, importId, now())) ?? refuse.notFound('import');
  },
  async write({ columns, shown, left_out, swapped }, { db, services, now }, { id }) {
    if (columns && !namesRows(columns)) refuse.invalid('columns', nameless);
    const said = (columns ?? [])
      .filter((meaning) => meaning !== 'none')
      .map((meaning) => meaning.replace(/^area_.*/, 'area'));
    if (new Set(said).size < said.length) refuse.invalid('columns', twice);
    const isWaiting = await recheckImport(db, id, {
      columns,
      rows: { shown, leftOut: left_out },
      isSwapped: swapped,
      expiresAt: new Date(now().getTime() + previewMilliseconds),
    });
    if (!isWaiting) refuse.invalid('import', notNow);
    await services.jobs.add(db, { queue: 'land_import', payload: { import: id } });
    return { import: id };
  },
});
