import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const functions = new Set(
  'by histogram_quantile increase le max min rate sum topk operation queue provider where status'.split(' '),
);

/** Names of metrics in a PromQL expression: what is left without label matchers, ranges, numbers and functions. */
function listMetrics(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  return [...bare.matchAll(/[a-zA-Z_][a-zA-Z0-9_]*/g)]
    .map(([name]) => name)
    .filter((name) => !functions.has(name));
}

/** Values that an expression compares a label with exactly. */
const listLabels = (expression: string) =>
  [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', labels = '']) =>
    [...labels.matchAll(/(\w+)!?=~?"/g)].map(([, label = '']) => ({ metric, label })),
  );

describe('the dashboard and the alert rules', () => {
  let written: string;
  let expressions: { where: string; expression: string }[];
  before(async () => {
    const service = await startService();
    const { clients, accounts, plots } = await buildVillage(service);
    await clients.resident.show_me({});
    service.app.server.log.error({ err: new Error('x'), where: 'files' }, 'background failure');
    await service.app.jobs.add(service.pool, { queue: 'sweep' });
    await service.db`
      insert into device_connection (id, account_id, parcel_id, name, provider, next_poll_at, created_at)
      values (1, ${accounts.resident}, ${plots.resident}, 'x', 'mqtt', now(), now())`;
    await service.db`
      insert into backup (name, place, started_at, finished_at, bytes, encrypted, schema_version, verdict)
      values ('x', 'folder', now(), now(), 5, false, '360', 'good')`;
    written = await (await fetch(`${service.url}/metrics`)).text();
    const folder = 'deploy/monitoring';
    const { panels } = JSON.parse(await readFile(`${folder}/grafana-dashboard.json`, 'utf8')) as Dashboard;
    const rules = await readFile(`${folder}/alerts.yaml`, 'utf8');
    const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)];
    assert.equal(alerts.length, rules.match(/- alert:/g)?.length, 'every rule was read');
    expressions = [
      ...panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ where: title, expression: expr })),
      ),
      ...alerts.map(([, name = '', expression = '']) => ({ where: name, expression })),
    ];
    assert.ok(expressions.length > 20);
  });
  const seriesOf = (metric: string) => written.split('\n').filter((line) => line.startsWith(`${metric}{`));

  it('name only metrics and labels that exist', () => {
    const known = new Set([...written.matchAll(/^([a-z_0-9]+)(?:\{[^}]*\})? /gm)].map(([, name]) => name));
    // Made by Prometheus itself.
    known.add('up');
    for (const { where, expression } of expressions) {
      const names = listMetrics(expression);
      assert.ok(names.length > 0, where);
      for (const name of names) assert.ok(known.has(name), `${where}: ${name}`);
      for (const { metric, label } of listLabels(expression))
        if (metric !== 'up')
          assert.ok(
            seriesOf(metric).every((line) => line.includes(`${label}="`)) && seriesOf(metric).length > 0,
            `${where}: ${metric} has ${label}`,
          );
    }
  });

  it('every metric says what it is', () => {
    const types = [...written.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const helps = [...written.matchAll(/^# HELP (\S+) \S.+/gm)].map(([, name]) => name);
    assert.deepEqual(types.sort(), helps.sort());
    assert.ok(types.length > 30);
    for (const [, name = ''] of written.matchAll(/^([a-z_0-9]+)(?:\{[^}]*\})? /gm))
      assert.ok(helps.includes(name) || helps.includes(name.replace(/_(?:bucket|sum|count)$/, '')), name);
  });
});
