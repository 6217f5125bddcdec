import { openService, type TestService } from '../test/harness/open-service.ts';
import { silentService } from '../test/security/guarded-village.ts';

/** Does the work on a service of its own, which ends with the work, with a failure of it, and when the command is stopped. */
export async function withOwnService<Result>(
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const { service, close } = await openService({}, silentService);
  const stop = () => void close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const fall = (error: unknown) => {
    console.error(error);
    void close().finally(() => process.exit(1));
  };
  process.once('uncaughtException', fall);
  try {
    return await work(service);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop).off('uncaughtException', fall);
    await close();
  }
}
