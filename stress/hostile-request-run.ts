import type { TestService } from '../test/harness/open-service.ts';
import { describeFailures, type FuzzOptions, runFuzz } from '../test/security/fuzz-runner.ts';
import { describeRequest, type HostileRequest } from '../test/security/hostile-request.ts';
import { buildPrivateDataVillage, type PrivateDataVillage } from '../test/security/private-data-village.ts';
import type { StressTestOptions } from './stress-test.ts';
import { withTestService } from './test-service.ts';

export interface RequestSource {
  next(): HostileRequest;
  every?: FuzzOptions['every'];
}

/** Starts a service with a settlement, sends the generated requests, prints the report, stops the service. */
export function runHostileRequests(
  options: StressTestOptions,
  prepare: (service: TestService, village: PrivateDataVillage) => RequestSource | Promise<RequestSource>,
): Promise<boolean> {
  return withTestService((service) => sendHostileRequests(service, options, prepare));
}

async function sendHostileRequests(
  service: TestService,
  options: StressTestOptions,
  prepare: (service: TestService, village: PrivateDataVillage) => RequestSource | Promise<RequestSource>,
): Promise<boolean> {
  const { seed, count, skip, connections } = options;
  console.log(`seed ${seed}, ${count} requests${skip > 0 ? ` after skipping ${skip}` : ''}`);
  const underWay = new Set<HostileRequest>();
  const tellUnderWay = () => {
    console.error('The service crashed. Requests in flight:');
    for (const request of underWay) console.error(describeRequest(request));
  };
  process.on('uncaughtExceptionMonitor', tellUnderWay);
  try {
    const village = await buildPrivateDataVillage(service);
    const attack = await prepare(service, village);
    for (let skipped = 0; skipped < skip; skipped += 1) attack.next();
    const report = await runFuzz(
      () => {
        const request = attack.next();
        underWay.add(request);
        return request;
      },
      {
        url: service.url,
        count,
        connections,
        markers: village.markers,
        slowest: options.slowest,
        log: service.log,
        ...(attack.every && { every: attack.every }),
        onReply: (request) => void underWay.delete(request),
        onProgress(sent) {
          console.log(`${sent} sent`);
          // Only the log lines of the latest failures are needed.
          service.log.splice(0, service.log.length - 1000);
        },
      },
    );
    const rate = Math.round(report.sent / report.seconds);
    console.log(`\n${report.sent} requests in ${report.seconds.toFixed(1)} s, ${rate} a second`);
    for (const [status, times] of report.byStatus) console.log(`  ${status}  ${times}`);
    console.log(`\nThe slowest, ${connections} in parallel:`);
    for (const { milliseconds, status, number, request } of report.slowest)
      console.log(`  ${milliseconds.toFixed(0)} ms, ${status}, number ${skip + number}\n    ${request}`);
    console.log(
      report.failures.length === 0
        ? '\nNothing found.'
        : `\nFound (reproduce with --seed ${seed} --skip NUMBER --count 1):\n${describeFailures(report.failures, skip)}`,
    );
    return report.failures.length === 0;
  } finally {
    process.off('uncaughtExceptionMonitor', tellUnderWay);
  }
}
