import { isInn } from '../../../src/domain/rules/inn.ts';

/** The n-th INN of ten digits with a valid check digit. */
export function makeInn(number: number): string {
  const stem = `77${String(number).padStart(7, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find(isInn) as string;
}
