import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';

/**
 * Maps refusals to form fields: errors of the sensor mapping go to the sample it was read from, and `secret` may get
 * another text than API clients do.
 */
export async function mapConnectionFields<T>(work: Promise<T>, ofSecret?: Text): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, said]) => {
      if (name === 'secret' && ofSecret) return [name, [ofSecret]];
      return [name.startsWith('settings.sensors') ? 'sample' : name, said];
    });
    throw new Refusal({ kind: error.kind, text: error.text, fields: Object.fromEntries(fields) });
  }
}
