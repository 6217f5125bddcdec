import assert from 'node:assert/strict';
import { solid } from '../../media/sample-pictures.ts';
import type { DemoContext } from '../mcp/every-tool/demo-context.ts';
import type { Assistants } from './assistant.ts';

export type Job = (given: { stage: DemoContext; troupe: Assistants }) => Promise<void>;

interface Sensor {
  id: string;
  kind: string;
  is_fresh: boolean;
  number: number | null;
}

/** A resident's tasks about their own plot. */
export const plotJobs: Record<string, Job> = {
  async 'how is the pump now'({ troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const told = await resident.call('list_my_devices', { detail: 'summary' });
    const sensors = told
      .list('data')
      .flatMap((one) => (one.devices as { sensors: Sensor[] }[]).flatMap((device) => device.sensors));
    assert.ok(sensors.some((sensor) => sensor.is_fresh && sensor.number !== null));
  },

  async 'how warm was it this week'({ troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const told = await resident.call('list_my_devices', { detail: 'summary' });
    const sensors = told
      .list('data')
      .flatMap((one) => (one.devices as { sensors: Sensor[] }[]).flatMap((device) => device.sensors));
    const warmth = sensors.find((sensor) => sensor.kind === 'temperature');
    assert.ok(warmth);
    const from = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const week = await resident.call('list_sensor_readings', { sensor: warmth.id, from });
    assert.equal(week.text('data.from'), `${from}T00:00:00+00:00`);
    assert.ok(Number(week.at('data.summary.low')) < Number(week.at('data.summary.high')));
    assert.ok(week.list('data.readings').length <= 200);
  },

  async 'connect a meter that pushes readings, and disconnect it'({ stage, troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    troupe.tell('The meter sends {"water": 12}.');
    const made = await resident.call('connect_device', {
      parcel: stage.plot.number,
      provider: 'push',
      name: stage.fresh(),
      settings: { device: { name: 'Счётчик' }, sensors: [{ key: 'water', path: '$.water' }] },
    });
    assert.match(JSON.stringify(made.whole), /stl_dp_/);
    await resident.confirmed('disconnect_device', { connection: made.text('data.id') });
    const devices = await resident.call('list_my_devices', { detail: 'summary' });
    const ended = devices.list('data').find(({ id }) => id === made.text('data.id'));
    assert.ok(ended === undefined || ended.state === 'revoked');
  },

  async 'a diary entry with a photograph and the apple tree'({ stage, troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const plots = await resident.call('list_my_parcels');
    const [settlement, parcel] = [plots.text('data.0.settlement'), plots.text('data.0.parcel_id')];
    const objects = await resident.call('list_parcel_objects', { parcel, kind: 'tree' });
    const tree = objects.text('objects.0.id');
    const upload = await resident.call('upload_media', { subject_type: 'parcel', subject_id: parcel });
    const sent = await fetch(upload.text('data.upload_url'), {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(await solid(40, 30).png().toBuffer()),
    });
    const photo = ((await sent.json()) as { data: { id: string } }).data.id;
    troupe.tell(photo);
    const draft = await resident.call('write_article', {
      settlement,
      parcel_id: parcel,
      title: stage.fresh(),
      body: `Подрезали [object:${tree}].\n\n[media:${photo}]`,
    });
    const article = draft.text('data.id');
    assert.equal(draft.at('data.status'), 'draft');
    await resident.call('publish_article', { settlement, article });
    const shown = await resident.call('show_article', { settlement, article });
    assert.equal(shown.at('data.status'), 'published');
    assert.deepEqual(Object.keys(shown.at('data.mentions') as object).sort(), [
      `media:${photo}`,
      `object:${tree}`,
    ]);
  },

  async 'add a well to the plot, and correct its position'({ stage, troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const parcel = stage.plot.number;
    const made = await resident.call('write_parcel_object', { parcel, kind: 'well', title: stage.fresh() });
    const object = made.text('data.id');
    await resident.call('edit_parcel_object', {
      parcel,
      object,
      notes: 'Глубина 12 м.',
      begun_on: '2026-05-01',
    });
    const shown = await resident.call('show_parcel_object', { parcel, object });
    assert.equal(shown.at('data.notes'), 'Глубина 12 м.');
    await resident.call('edit_parcel_object', { parcel, object, removed: true });
  },

  async 'which buildings stand too close to the border'({ stage, troupe }) {
    const resident = troupe.assistant('resident', 'resident');
    const { slug } = stage.settlement;
    const wrong = await resident.refused('list_buildings', { settlement: slug, max_setback_m: 3 });
    assert.match(wrong.text('message'), /closer_than_m/);
    const near = await resident.call('list_buildings', { settlement: slug, closer_than_m: 3 });
    const buildings = near.list('buildings');
    assert.ok(buildings.length > 0 && buildings.every(({ setback_m }) => Number(setback_m) < 3));
  },
};
