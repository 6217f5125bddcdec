/** Whether the text is a valid id: digits within a signed 64-bit integer. */
export function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n;
}
