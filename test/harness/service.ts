import { addFileCleanup } from './file-cleanup.ts';
import { openService, type ServiceOptions, type TestService } from './open-service.ts';

export { generousLimits, type TestService } from './open-service.ts';

/** A complete service on its own port, with a fresh database, closed with the test file. */
export async function startService(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const { service, close } = await openService(environment, options);
  addFileCleanup(close);
  return service;
}
