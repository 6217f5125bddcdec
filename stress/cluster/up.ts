/** npm run cluster: starts a cluster on this machine until Ctrl-C. Installs nothing. */
import { once } from 'node:events';
import { type Cluster, startCluster } from './cluster.ts';

let cluster: Cluster | undefined;
// Child processes end with this one (pdeathsig), so before the cluster is up a plain exit is enough.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => cluster === undefined && process.exit(1));
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
try {
  cluster = await startCluster({ log: (line) => console.log(line) });
  const width = Math.max(...cluster.endpoints.map(([what]) => what.length)) + 2;
  for (const [what, where] of cluster.endpoints) console.log(`  ${what.padEnd(width)}${where}`);
  console.log('Ctrl-C stops everything.');
  await asked;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await cluster?.stop();
}
