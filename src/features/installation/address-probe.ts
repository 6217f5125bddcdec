/** Long enough for a slow TLS handshake, short enough to wait for on a page. */
const probeTimeout = 6_000;

export type AddressProbe = { kind: 'reached' } | { kind: 'failed'; error: string };

/**
 * Whether the service answers at an address that an operator chose: only the operator's own words reach this, and
 * nothing of the reply is shown but its failure.
 */
export async function probeAddress(origin: string): Promise<AddressProbe> {
  try {
    const reply = await fetch(`${origin}/health/live`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(probeTimeout),
    });
    await reply.body?.cancel();
    return reply.status === 200 ? { kind: 'reached' } : { kind: 'failed', error: `HTTP ${reply.status}` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { kind: 'failed', error: cause?.code ?? cause?.message ?? message };
  }
}
