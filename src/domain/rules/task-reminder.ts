/** Lead time of an additional reminder before the due day begins: `2d`, `12h`; stored in hours. */
export const maxLeadHours = 720;

const form = /^([1-9]\d{0,2})([dh])$/;

/** Null when malformed or too long. */
export function parseLeadTime(written: string): number | null {
  const [, count, unit] = form.exec(written) ?? [];
  if (count === undefined) return null;
  const hours = Number(count) * (unit === 'd' ? 24 : 1);
  return hours <= maxLeadHours ? hours : null;
}

export function formatLeadTime(hours: number): string {
  return hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}
