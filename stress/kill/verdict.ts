import type { Figures } from './figures.ts';
import type { SupervisedService } from './service.ts';

/** What the figures alone say is wrong. */
export async function judge(service: SupervisedService, figures: Figures): Promise<string[]> {
  const complaints: string[] = [];
  if (figures.refusedRepeats.length > 0)
    complaints.push(`refused when sent again: ${figures.refusedRepeats.slice(0, 5).join('; ')}`);
  if (figures.unexplainedEnds > 0) complaints.push('the service ended without a kill');
  if (figures.hung > 0) complaints.push('the service lived on after a kill but could not be written to');
  // A service that tells apart whether it lives and whether it is ready is meant to outlive its database.
  const outlives = await fetch(`${service.url}/health/live`).then(
    (reply) => reply.ok,
    () => false,
  );
  if (!outlives) return complaints;
  if (figures.diedWithDatabase > 0) complaints.push('the service ended with its database');
  if (Object.keys(figures.otherServerErrors).length > 0) complaints.push('replies 5xx other than 503');
  return complaints;
}
