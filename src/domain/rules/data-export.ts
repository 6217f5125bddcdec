import type { Permission } from '../kernel/refusal.ts';

const day = 86_400_000;

/** One at a time, and at most one a day: it reads everything the account has. One that failed does not count. */
export function mayRequestExport(
  latest: { state: 'waiting' | 'ready' | 'failed'; requestedAt: Date } | undefined,
  now: Date,
): Permission {
  if (latest === undefined || latest.state === 'failed') return true;
  if (latest.state === 'waiting')
    return {
      en: 'The copy is being made; we will email you when it is ready.',
      ru: 'Копия уже готовится; когда будет готова, придёт письмо.',
    };
  return (
    now.getTime() - latest.requestedAt.getTime() >= day || {
      en: 'A copy was made within the last day. Ask again tomorrow.',
      ru: 'Копию уже делали за последние сутки. Попросите новую завтра.',
    }
  );
}
