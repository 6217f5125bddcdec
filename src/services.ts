import type { Geometry } from './geometry/engine.ts';
import type { Jobs } from './jobs/queue.ts';

/** The engines of a running service, made once by app.ts and handed to every handler. Types only. */
export interface Services {
  readonly geometry: Geometry;
  readonly jobs: Jobs;
}
