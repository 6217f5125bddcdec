/**
 * npm run bench [-- name …]: the service compared with bare servers, interleaved in one run. Only ratios are
 * comparable; absolute figures depend on the machine.
 */
import { measureArticles } from './articles.ts';
import { startBenchService } from './bench-harness.ts';
import { measureCapacity } from './capacity.ts';
import { measureDevices } from './devices.ts';
import { measureDriver } from './driver.ts';
import { measureFoundation } from './foundation.ts';
import { measureGrowth } from './growth.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureLargeVillage } from './large-village.ts';
import { measureMcp } from './mcp.ts';
import { measureMedia } from './media.ts';
import { measurePages } from './pages.ts';
import { measureReviews } from './reviews.ts';
import { measureSiteSearch } from './site-search.ts';

const benches: Record<string, (service: Awaited<ReturnType<typeof startBenchService>>) => Promise<void>> = {
  foundation: measureFoundation,
  driver: measureDriver,
  articles: measureArticles,
  media: measureMedia,
  knowledge: (service) => measureKnowledge(service),
  reviews: measureReviews,
  devices: measureDevices,
  mcp: measureMcp,
  capacity: measureCapacity,
  pages: measurePages,
  search: measureSiteSearch,
  village: (service) => measureLargeVillage(service),
};
/** Most benches seed an empty database themselves. */
const environments: Record<string, Record<string, string>> = {
  capacity: { DEMO: 'on' },
  // So that callers can have different addresses.
  foundation: { TRUST_PROXY: '127.0.0.1' },
  knowledge: { TRUST_PROXY: '127.0.0.1' },
  pages: { DEMO: 'on' },
  search: { DEMO: 'on' },
};

const wanted = process.argv.slice(2);
const names = [...Object.keys(benches), 'growth'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`npm run bench -- NAME …, of ${names.join(', ')}; without a name all but growth.`);
  process.exit(unknown.includes('--help') ? 0 : 2);
}
// Starts its services itself, and takes too long to be run without being named.
if (wanted.includes('growth')) await measureGrowth();
for (const [name, measure] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const service = await startBenchService(environments[name]);
  try {
    await measure(service);
  } finally {
    await service.stop();
  }
}
