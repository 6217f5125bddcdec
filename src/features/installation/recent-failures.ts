import { maskPersonal } from '../../domain/rules/mask-personal.ts';

export interface RecentFailure {
  /** Job queue or part of the service. */
  where: string;
  /** Without whom or what it was about. */
  text: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

export interface RecentFailures {
  record(where: string, error: unknown): void;
  /** Newest first. */
  list(): RecentFailure[];
  /** How many there were by `where` since the process started. */
  readonly totals: ReadonlyMap<string, number>;
}

const maxKept = 30;
const keptMilliseconds = 24 * 3_600_000;

/** What went wrong in this process in the last day, the same failure once with its count. */
export function createRecentFailures(now: () => Date): RecentFailures {
  const kept = new Map<string, RecentFailure>();
  const totals = new Map<string, number>();
  return {
    totals,
    record(where, error) {
      totals.set(where, (totals.get(where) ?? 0) + 1);
      const text = maskPersonal(describeError(error));
      const key = `${where} ${text}`;
      const known = kept.get(key);
      kept.delete(key);
      kept.set(key, {
        where,
        text,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? now(),
        lastAt: now(),
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
    },
    list() {
      const since = now().getTime() - keptMilliseconds;
      return [...kept.values()].filter(({ lastAt }) => lastAt.getTime() > since).reverse();
    },
  };
}

/** With the code of the cause, which says more than "no reply". */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error ?? 'no reason given');
  const text = error.message;
  const cause = error.cause as { code?: unknown; message?: unknown } | null | undefined;
  const detail = String(cause?.code ?? cause?.message ?? '');
  return detail === '' || text.includes(detail) ? text : `${text} (${detail})`;
}
