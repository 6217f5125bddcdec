import { after } from 'node:test';
import { openService, type ServiceOptions, type TestService } from './open-service.ts';

export { generousLimits, type TestService } from './open-service.ts';

const endings: (() => Promise<void>)[] = [];
// Registered with the file, not with the hook that happens to start a service.
after(async () => {
  for (const end of endings.reverse()) await end();
});

/** A whole service on a port of its own, on a fresh database, ended with the test file. */
export async function startService(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const { service, close } = await openService(environment, options);
  endings.push(close);
  return service;
}
