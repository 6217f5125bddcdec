import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { FeatureFilter, FeatureOutcome } from '../../domain/rules/land-import-states.ts';
import { type LandWarning, rankWarnings } from '../../domain/rules/land-warnings.ts';
import type { Shape } from '../../engines/geometry/types.ts';

export const changedFields = ['number', 'cadastral', 'address', 'kind', 'settlement', 'overlaps'] as const;

/** What a field becomes; `overlaps`: the numbers of the plots. */
export interface FieldChange {
  field: (typeof changedFields)[number];
  from: string | null;
  to: string;
}

export interface FeatureChange {
  warnings: LandWarning[];
  fields: FieldChange[];
  /** The area as it stands in the file, where it had to be converted or could not be read. */
  areaWritten: string | null;
  /** Somebody lives on the plot that changes. */
  hasPeople: boolean;
  shiftM: number | null;
  areaWas: number | null;
  areaWill: number | null;
  was: Shape | null;
  will: Shape | null;
}

export interface CheckedFeature {
  number: number;
  name: string;
  plotNumber: string;
  outcome: FeatureOutcome;
  remark: 'repaired' | 'renamed' | null;
  reason: Text | null;
  /** Was and will be; null where nothing changes. */
  change: FeatureChange | null;
}

/** As listed: `place` is its position, the worst first. */
export interface ListedFeature extends Omit<CheckedFeature, 'change'>, FeatureChange {
  place: number;
}

export async function replaceImportFeatures(
  db: Db,
  id: string,
  features: readonly CheckedFeature[],
): Promise<void> {
  await db`delete from land_import_feature where import_id = ${id}`;
  await db`
    insert into land_import_feature (import_id, number, name, plot_number, outcome, remark, reason, place, warnings, shift_m,
                                     area_was, area_will, was, will, fields, area_written, has_people)
    select ${id}, f.number, f.name, f."plotNumber", f.outcome, f.remark, f.reason, f.place, coalesce(f.warnings, '{}'),
           f."shiftM", f."areaWas", f."areaWill", nullif(f.was, 'null'), nullif(f.will, 'null'),
           coalesce(f.fields, '[]'), f."areaWritten", coalesce(f."hasPeople", false)
      from jsonb_to_recordset(${db.json(rankFeatures(features) as never)}) as f (
        number integer, name text, "plotNumber" text, outcome text, remark text, reason jsonb, place integer, warnings text[],
        "shiftM" double precision, "areaWas" double precision, "areaWill" double precision, was jsonb, will jsonb,
        fields jsonb, "areaWritten" text, "hasPeople" boolean)`;
}

/** The worst first, then in the order of the file. */
function rankFeatures(features: readonly CheckedFeature[]) {
  const rank = ({ change }: CheckedFeature) => rankWarnings(change?.warnings ?? []);
  const further = ({ change }: CheckedFeature) => change?.shiftM ?? 0;
  return [...features]
    .sort((a, b) => rank(a) - rank(b) || further(b) - further(a) || a.number - b.number)
    .map(({ change, ...feature }, index) => ({ ...feature, ...change, place: index + 1 }));
}

/** The worst first, after this place. */
export async function listImportFeatures(
  db: Db,
  id: string,
  { only, after, limit }: { only: FeatureFilter | null; after: number; limit: number },
): Promise<ListedFeature[]> {
  return db<ListedFeature[]>`
    select place, number, name, plot_number as "plotNumber", outcome, remark, reason, warnings, shift_m as "shiftM",
           area_was as "areaWas", area_will as "areaWill", was, will, fields,
           area_written as "areaWritten", has_people as "hasPeople"
      from land_import_feature
     where import_id = ${id} and place > ${after}
       and (${only}::text is null or outcome = ${only} or remark = ${only}
            or (${only}::text = 'warned' and cardinality(warnings) > 0))
     order by place limit ${limit}`;
}
