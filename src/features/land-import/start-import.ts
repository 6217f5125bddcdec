import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, flag, reference, text } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isImportLimitedToOwnLand } from '../../domain/rules/boundary.ts';
import { landWarnings } from '../../domain/rules/land-warnings.ts';
import { listImportFeatures } from '../../store/land/land-import-features.ts';
import { type LandImport, startApplyingImport } from '../../store/land/land-imports.ts';

const notNow: Text = {
  en: 'This file is no longer waiting to be imported. Send it again.',
  ru: 'Этот файл уже не ждёт загрузки. Отправьте его ещё раз.',
};
const changed: Text = {
  en: 'The land has changed since you looked, and so has what this file would do. Look again.',
  ru: 'С тех пор как вы смотрели, участки изменились, и загрузка даст другое. Посмотрите ещё раз.',
};
const unaccepted: Text = {
  en: 'Look at these plots first. If they are right, say so here.',
  ru: 'Сначала посмотрите на эти участки. Если всё верно, отметьте здесь.',
};
const shownNumbers = 20;

export const importInput = z.object({ settlement: reference, import: reference });

/** What was seen of an import, and agreed to. */
export const seenImportInput = importInput.extend({
  /** True: plots whose number is taken get the one that was shown; false: the import is refused. */
  rename: flag.default(false),
  /** Names of the warnings that were shown and are accepted. */
  accept: z.array(enumField(landWarnings)).max(20).default([]),
  /** The `outcome` that was shown: it may have been computed anew since. */
  seen: text(200),
});
export type SeenImport = Pick<z.output<typeof seenImportInput>, 'rename' | 'accept' | 'seen'>;

/** Refuses an import that is not as it was seen, or whose warnings are not accepted. */
export async function checkSeenImport(
  { db }: Pick<SignedInContext, 'db'>,
  wanted: LandImport,
  { rename, accept, seen }: SeenImport,
): Promise<void> {
  if (wanted.state === 'checked' && wanted.outcome !== seen) refuse.invalid('import', changed);
  if (wanted.report && wanted.report.renamed > 0 && !rename) {
    const taken = await listImportFeatures(db, wanted.id, { only: 'renamed', after: 0, limit: shownNumbers });
    refuse.invalid('rename', clash(taken.map(({ name }) => name)));
  }
  const open = landWarnings.filter(
    (each) => (wanted.report?.warnings?.[each] ?? 0) > 0 && !accept.includes(each),
  );
  if (open.length > 0)
    refuse.invalidFields(Object.fromEntries(open.map((each) => [`accept_${each}`, [unaccepted]])));
}

/** Hands an import to the job that takes it in, exactly as it was seen. */
export async function startImport(
  context: SignedInContext,
  settlementId: string,
  wanted: LandImport,
  given: SeenImport,
): Promise<void> {
  // Submitted twice: already in progress.
  if (['applying', 'applied', 'taken_back'].includes(wanted.state)) return;
  const { db, caller, services, now } = context;
  await checkSeenImport(context, wanted, given);
  const by = { accountId: caller.accountId, isBounded: isImportLimitedToOwnLand(caller) };
  if (!(await startApplyingImport(db, settlementId, { id: wanted.id, outcome: given.seen }, by, now())))
    refuse.invalid('import', notNow);
  await services.jobs.add(db, { queue: 'land_import', payload: { import: wanted.id } });
}

const clash = (names: readonly string[]): Text => ({
  en: `The numbers of these plots are taken: ${names.join(', ')}. Agree to new ones, or take them out of the file.`,
  ru: `Номера этих участков уже заняты: ${names.join(', ')}. Согласитесь на новые или уберите их из файла.`,
});
