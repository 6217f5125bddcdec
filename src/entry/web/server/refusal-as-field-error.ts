import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';

/**
 * `not_found` and `forbidden` render an error page, and the typed text would be lost. Turned into a field error, the
 * form is rendered again with its values. `missing` is the text for what was not found.
 */
export async function refusalAsFieldError<Reply>(
  work: Promise<Reply>,
  field: string,
  missing?: Text,
): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === 'not_found' && missing) return refuse.invalid(field, missing);
    if (error.kind === 'forbidden') return refuse.invalid(field, error.text);
    throw error;
  }
}

/** Errors of `<prefix>.<field>` are shown at the form's `<field>`. */
export async function stripFieldPrefix<Reply>(prefix: string, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const fields = Object.entries(error.fields).map(([name, said]) => [
      name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : name,
      said,
    ]);
    throw new Refusal({
      kind: error.kind,
      text: error.text,
      fields: Object.fromEntries(fields),
      ...(error.details && { details: error.details }),
    });
  }
}
