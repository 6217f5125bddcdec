const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Check digit over the preceding digits; the weights are aligned to the right. */
function computeCheckDigit(digits: readonly number[]): number {
  const own = weights.slice(weights.length - digits.length);
  return (digits.reduce((sum, digit, place) => sum + digit * (own[place] ?? 0), 0) % 11) % 10;
}

/**
 * A Russian taxpayer number (INN): ten digits for an organisation, twelve for a person in business, with valid check
 * digits.
 */
export function isInn(value: string): boolean {
  // The first two digits are the region, and there is no region 00.
  if (!/^(?!00)(\d{10}|\d{12})$/.test(value)) return false;
  const digits = Array.from(value, Number);
  const checked = value.length === 10 ? [9] : [10, 11];
  return checked.every((place) => computeCheckDigit(digits.slice(0, place)) === digits[place]);
}
