import type { Figures } from './figures.ts';
import type { SupervisedService } from './supervised-service.ts';

/** Failures that follow from the figures alone. */
export async function findFailures(service: SupervisedService, figures: Figures): Promise<string[]> {
  const complaints: string[] = [];
  if (figures.refusedRepeats.length > 0)
    complaints.push(`refused retries: ${figures.refusedRepeats.slice(0, 5).join('; ')}`);
  if (figures.unexplainedEnds > 0) complaints.push('the service exited without a kill');
  if (figures.hung > 0) complaints.push('the service survived a kill but accepted no writes');
  // A version with /health/live is meant to survive its database; older versions are not.
  const outlives = await fetch(`${service.url}/health/live`).then(
    (reply) => reply.ok,
    () => false,
  );
  if (!outlives) return complaints;
  if (figures.diedWithDatabase > 0) complaints.push('the service exited with its database');
  if (Object.keys(figures.otherServerErrors).length > 0) complaints.push('replies 5xx other than 503');
  return complaints;
}
