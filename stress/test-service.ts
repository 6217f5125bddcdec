import { openService, type TestService } from '../test/harness/open-service.ts';
import { serviceWithoutOutbound } from '../test/security/private-data-village.ts';

/** Runs `work` with a new service, which is closed afterwards, on an error and on SIGINT or SIGTERM. */
export async function withTestService<Result>(
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const { service, close } = await openService({}, serviceWithoutOutbound);
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
