import type { Text } from '../../../base/i18n/text.ts';
import { maskPersonal } from '../../../domain/rules/mask-personal.ts';

/** `warning`: works, but somebody should look at it. `fault`: does not work for people. */
export type FindingState = 'ok' | 'warning' | 'fault';

export interface Finding {
  /** What was checked: `database`, `mail`. */
  subject: string;
  state: FindingState;
  /** What was found; of anything but ok also what to do. */
  text: string;
  /** The same in Russian, for the operator's page. */
  ru: string;
}

/** A plain string where both languages say the same. */
type FindingText = string | Text;

const find = (subject: string, state: FindingState, text: FindingText): Finding =>
  typeof text === 'string'
    ? { subject, state, text, ru: text }
    : { subject, state, text: text.en, ru: text.ru };

export const ok = (subject: string, text: FindingText) => find(subject, 'ok', text);
export const warning = (subject: string, text: FindingText) => find(subject, 'warning', text);
export const fault = (subject: string, text: FindingText) => find(subject, 'fault', text);

/** The words of the other server or of the network; of a certificate that ran out also what that means. */
export function explainFailure(message: string): Text {
  const reason = maskPersonal(message);
  return /CERT_HAS_EXPIRED|certificate has expired/i.test(message)
    ? {
        en: `${reason}. The certificate of that server has run out: it has to be renewed there.`,
        ru: `${reason}. У того сервера кончился сертификат: его нужно обновить там.`,
      }
    : { en: reason, ru: reason };
}

/** A check that throws has found something, too. */
export async function guardCheck(
  subject: string,
  check: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const { en, ru } = explainFailure((error as Error).message);
    return [fault(subject, { en: `The check failed: ${en}`, ru: `Проверить не удалось: ${ru}` })];
  }
}

/** As monitoring programs read it: 0 fine, 1 look at it, 2 broken. */
export function chooseExitCode(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'fault')) return 2;
  return findings.some(({ state }) => state === 'warning') ? 1 : 0;
}
