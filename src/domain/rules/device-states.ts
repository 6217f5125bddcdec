/** State machine of a device connection: pure functions, without clock or database. */
export const deviceStates = ['new', 'ok', 'failing', 'paused', 'revoked'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** `left`: who connected it no longer belongs to the plot. `changed`: another address, secret or mapping. */
export type DeviceEvent = 'answered' | 'failed' | 'pause' | 'resume' | 'changed' | 'left' | 'disconnect';

const running = {
  answered: 'ok',
  failed: 'failing',
  pause: 'paused',
  changed: 'new',
  left: 'paused',
  disconnect: 'revoked',
} as const;

const table: Readonly<Record<DeviceState, Readonly<Record<DeviceEvent, DeviceState>>>> = {
  new: { ...running, resume: 'new' },
  ok: { ...running, resume: 'ok' },
  failing: { ...running, resume: 'failing' },
  // The result of a poll that ends after the pause is ignored.
  paused: {
    answered: 'paused',
    failed: 'paused',
    pause: 'paused',
    resume: 'new',
    changed: 'paused',
    left: 'paused',
    disconnect: 'revoked',
  },
  revoked: {
    answered: 'revoked',
    failed: 'revoked',
    pause: 'revoked',
    resume: 'revoked',
    changed: 'revoked',
    left: 'revoked',
    disconnect: 'revoked',
  },
};

export function nextDeviceState(state: DeviceState, event: DeviceEvent): DeviceState {
  return table[state][event];
}

export interface FailureState {
  readonly failureCount: number;
  /** Null while it works. */
  readonly failingSince: Date | null;
  /** When the owner was notified; null: not yet. */
  readonly troubleToldAt: Date | null;
}

const notifyAfterMs = 24 * 3_600_000;

export const noFailures: FailureState = { failureCount: 0, failingSince: null, troubleToldAt: null };

/** One more failure. The owner is notified once, when the failures have lasted a day. */
export function addFailure(before: FailureState, now: Date): { trouble: FailureState; tells: boolean } {
  const failingSince = before.failingSince ?? now;
  const tells = before.troubleToldAt === null && now.getTime() - failingSince.getTime() >= notifyAfterMs;
  return {
    trouble: {
      failureCount: before.failureCount + 1,
      failingSince,
      troubleToldAt: tells ? now : before.troubleToldAt,
    },
    tells,
  };
}
