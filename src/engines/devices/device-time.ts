const millisecondsThreshold = 1e11;

/** Parses a device timestamp: ISO 8601, or seconds or milliseconds since 1970. Null if invalid. */
export function parseDeviceTime(value: unknown): Date | null {
  const number =
    typeof value === 'string' && /^\d{9,14}(\.\d+)?$/.test(value.slice(0, 40)) ? Number(value) : value;
  if (typeof number === 'number') {
    if (!Number.isFinite(number) || number <= 0) return null;
    const date = new Date(number < millisecondsThreshold ? number * 1000 : number);
    return Number.isNaN(date.getTime()) ? null : date;
  }
  if (typeof number !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(number)) return null;
  // Without an offset UTC is assumed, as the server's time zone is unrelated to the device.
  const written = number.slice(0, 40).replace(' ', 'T');
  const date = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(written) ? written : `${written}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
