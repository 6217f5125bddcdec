import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { integer, name, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  type FeePlaces,
  feeColumns,
  guessFeeColumns,
  readFeeRows,
  sumFees,
} from '../../domain/rules/fee-tables.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import {
  countFeeTables,
  findStandingTable,
  insertFeeTable,
  mapPlotsByNumber,
} from '../../store/land/fees.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { pageLimits } from '../land-import/formats/limits.ts';
import { UnreadableFile } from '../land-import/formats/unreadable-file.ts';
import { formatCsv } from '../land-import/people-columns.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const maxTables = 500;
const texts = {
  busy: {
    en: 'Too many tables are being read just now. Try again in a few seconds.',
    ru: 'Сейчас читается слишком много таблиц. Попробуйте через несколько секунд.',
  },
  none: { en: 'Choose a file or paste the table.', ru: 'Выберите файл или вставьте таблицу.' },
  nothing: { en: 'No row of it can be imported.', ru: 'В ней нет ни одной строки, которую можно внести.' },
  tooMany: {
    en: `A village can have at most ${maxTables} tables of fees.`,
    ru: `В посёлке хранится не больше ${maxTables} таблиц взносов.`,
  },
} as const satisfies Record<string, Text>;

const columnPlace = integer(-1, 99);

export const import_fees = defineOperation({
  name: 'import_fees',
  summary:
    'Try a treasurer’s table of a period (CSV or .xlsx), then take in exactly what the trial showed; the table of before stays readable. For the board.',
  scope: 'session',
  body: 'land',
  input: z.object({
    settlement: reference,
    period: name(60),
    /** The table as CSV; left out where `file` is given. */
    csv: text(1_000_000, 1).optional(),
    /** The bytes of a CSV or .xlsx file, in base64. */
    file: z
      .string()
      .max(Math.ceil((pageLimits.heldBytes + 3) / 3) * 4)
      .optional(),
    /** Where the columns stand; left out: as the headings say. */
    columns: z.strictObject(Object.fromEntries(feeColumns.map((column) => [column, columnPlace]))).optional(),
    /** Digest of the trial that was looked at; left out: this is the trial. */
    tried: text(100).optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async prepare({ csv, file }, context) {
    const given = file === undefined ? 'csv' : 'file';
    const table = file === undefined ? csv : Buffer.from(file, 'base64');
    return readTable(table ?? refuse.invalid('csv', texts.none), given, context);
  },
  async write({ period: typed, columns, tried }, context, { id: settlementId }, table) {
    const { db, caller, now, newId } = context;
    if (tried !== undefined) await lockSettlement(db, settlementId);
    const period = typed.trim();
    const guessed = guessFeeColumns(table);
    const places = (columns as FeePlaces | undefined) ?? guessed.places;
    const rows = readFeeRows(
      table,
      { header: guessed.header, places },
      await mapPlotsByNumber(db, settlementId),
    );
    const standing = await findStandingTable(db, settlementId, period);
    const mark = createHash('sha256')
      .update(JSON.stringify([period, standing?.id, rows]))
      .digest('base64url');
    const totals = sumFees(rows);
    const headings = (table[guessed.header] ?? []).slice(0, 40).map((heading) => heading.slice(0, 60));
    const shown = {
      period,
      csv: formatCsv(table, 'en'),
      places,
      headings,
      rows,
      totals,
      mark,
      replaces: standing !== undefined,
    };
    if (tried === undefined || tried !== mark) return { ...shown, isApplied: false };
    if (totals.plots === 0) refuse.invalid('csv', texts.nothing);
    if ((await countFeeTables(db, settlementId)) >= maxTables) refuse.invalid('csv', texts.tooMany);
    await insertFeeTable(db, {
      id: newId(),
      settlementId,
      period,
      uploadedBy: caller.accountId,
      now: now(),
      rows,
    });
    await recordDecision(context, {
      action: 'import_fees',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { period, plots: totals.plots },
    });
    return { ...shown, isApplied: true };
  },
});

async function readTable(
  table: string | Uint8Array,
  field: 'csv' | 'file',
  context: SignedInContext,
): Promise<string[][]> {
  try {
    return (await context.services.peopleLists.readTable(table, context)) ?? refuse.unavailable(texts.busy);
  } catch (error) {
    if (error instanceof UnreadableFile) refuse.invalid(field, error.text);
    throw error;
  }
}
