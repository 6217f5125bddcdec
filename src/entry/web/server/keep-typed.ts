import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';

/**
 * A refusal for good shows a page of its own, and what was typed would be gone with the form. Said at a field, the form
 * comes back with it. `missing` says in the page's words what is not there.
 */
export async function keepTyped<Reply>(work: Promise<Reply>, field: string, missing?: Text): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === 'not_found' && missing) return refuse.invalid(field, missing);
    if (error.kind === 'forbidden') return refuse.invalid(field, error.text);
    throw error;
  }
}
