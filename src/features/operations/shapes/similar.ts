import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { Context } from '../../../domain/kernel/context.ts';
import { outId, outText, outUrl } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { SimilarRow } from '../../../store/search/similar-things.ts';

/** Pages ask their user before something is saved twice. */
export const unlessSimilarField = restOnly(
  stateDefault(
    false,
    z
      .boolean()
      .nullish()
      .describe('True: refused, with `similar`, where something like it is there already.'),
  ),
);

export const similarReply = z
  .array(z.object({ id: outId, name: outText, url: outUrl }))
  .optional()
  .describe('Likely the same, there before: by name, telephone or words. At most five; absent: none.');

/** What a write says of likely doubles, looked up before it writes. */
export function tellSimilar(
  { origin }: Pick<Context, 'origin'>,
  rows: readonly SimilarRow[],
  toPath: (row: SimilarRow) => string,
  unlessSimilar: boolean | null | undefined,
): { similar?: z.input<typeof similarReply> } {
  const [first] = rows;
  if (first === undefined) return {};
  const similar = rows.map((row) => ({ id: row.id, name: row.name, url: `${origin}${toPath(row)}` }));
  if (unlessSimilar)
    refuse.invalid(
      'unless_similar',
      {
        en: `There is one like it already: “${first.name}”. Save it anyway if it is another one.`,
        ru: `Похожее уже есть: «${first.name}». Если это другое, всё равно сохраните.`,
      },
      { similar },
    );
  return { similar };
}
