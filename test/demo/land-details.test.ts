import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { orient2d } from 'robust-predicates';
import { claims } from '../../src/entry/demo/claims.ts';
import type { DemoSettlement } from '../../src/entry/demo/land.ts';
import { landDetails } from '../../src/entry/demo/land-details.ts';
import type { DemoPeople } from '../../src/entry/demo/people.ts';
import { englishSlug, tverSlug } from '../../src/entry/demo/settlement-list.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService, type TestService } from '../harness/service.ts';

type Point = readonly [number, number];
type Ring = readonly Point[];

describe('demo data: land', () => {
  let service: TestService;
  let people: DemoPeople;
  let settlements: DemoSettlement[];
  let main: string;
  before(async () => {
    service = await startService();
    ({ people, settlements, slug: main } = await loadDemoParts(service, [landDetails, claims]));
  });
  const as = (persona: keyof typeof people.access) => service.client(people.access[persona].token);

  it('gives every settlement a boundary and buildings, some without geometry', async () => {
    const sources: string[] = [];
    for (const { slug, plots } of settlements) {
      const buildings = await listAll(slug);
      const built = new Set(buildings.map(({ parcel }) => parcel.number));
      assert.ok(built.size >= Object.keys(plots).length * 0.6, `${slug}: ${built.size}`);
      for (const building of buildings) {
        assert.equal(building.setback_m === null, !building.has_geometry);
        assert.ok(building.area_m2 > 5);
      }
      const { data } = await service.client().show_settlement({ settlement: slug });
      const won = slug === tverSlug ? 4 : 0;
      assert.equal(data.parcels_total, Object.keys(plots).length + won, 'no plot was lost or won unasked');
      sources.push(data.boundary?.source ?? '');
    }
    assert.deepEqual(sources.sort(), ['developer', 'egrn', 'manual', 'manual', 'manual']);
  });

  it('lays out plots that share corners and do not overlap, inside the boundary', async () => {
    for (const { slug } of settlements) {
      const rings = await readRings(slug);
      const shapes = [...rings.values()];
      const corners = new Map<string, number>();
      for (const ring of shapes)
        for (const point of ring) corners.set(point.join(), (corners.get(point.join()) ?? 0) + 1);
      for (const [number, ring] of rings) {
        const shared = ring.filter((point) => (corners.get(point.join()) ?? 0) > 1).length;
        assert.ok(shared >= 2, `${slug} ${number} meets nobody`);
      }
      for (const [index, one] of shapes.entries())
        for (const other of shapes.slice(index + 1))
          assert.ok(!overlap(one, other), `${slug}: ${one[0]} overlaps ${other[0]}`);
      const { data } = await service.client().show_settlement({ settlement: slug });
      const outline = (data.boundary?.ring ?? []).map(
        ({ longitude, latitude }): Point => [longitude, latitude],
      );
      assert.ok(outline.length > 15 && !crossesItself(outline), slug);
      for (const [number, ring] of rings) {
        assert.ok(!crosses(ring, outline), `${slug} ${number} crosses the boundary`);
        assert.ok(isInside(middle(ring), outline), `${slug} ${number} lies outside`);
      }
      // The boundary follows the plots: most of its corners are corners of plots.
      const followed = outline.filter((point) => corners.has(point.join())).length;
      assert.ok(followed > outline.length / 2, `${slug}: ${followed} of ${outline.length}`);
    }
    const village = [...(await readRings(main)).values()];
    assert.ok(new Set(village.map((ring) => ring.length)).size >= 4, 'as many kinds of corners');
    const parcels = (await service.client().list_parcels({ settlement: main, limit: 100 })).parcels;
    assert.deepEqual(
      parcels
        .map(({ number }) => number)
        .filter((number) => !/^\d+$/.test(number))
        .sort(),
      ['Поле', 'Пруд'],
    );
    assert.equal(parcels.length, 74);
    assert.equal(new Set(parcels.map(({ area_m2 }) => Math.round(Number(area_m2) / 10))).size > 30, true);
  });

  it('has two setback violations, and a boundary extended over parcels with taken numbers', async () => {
    const near = (await listAll(main)).filter(({ keeps_setback }) => keeps_setback === false);
    assert.deepEqual(near.map(({ parcel, purpose }) => [parcel.number, purpose]).sort(), [
      ['31', 'dwelling'],
      ['48', 'outbuilding'],
    ]);
    const tver = await service
      .client()
      .list_buildings({ settlement: tverSlug, closer_than_m: 3, limit: 100 });
    assert.deepEqual(
      tver.buildings.filter((one) => one.keeps_setback === false).map(({ parcel }) => parcel.number),
      ['5'],
    );
    const { data } = await as('moderator').show_settlement({ settlement: tverSlug });
    assert.deepEqual(
      data.boundary_history?.map(({ linked, renamed, standing }) => [linked, renamed, standing]),
      [
        [4, 4, true],
        [0, 0, false],
      ],
    );
    const { parcels } = await as('editor').list_parcels({ settlement: main, near: 100, limit: 100 });
    const free = parcels.filter(({ belongs_to }) => belongs_to === 'none').map(({ id }) => id);
    assert.equal(free.length, 9);
    const own = parcels.filter(({ belongs_to }) => belongs_to === 'this').map(({ id }) => id);
    const shape = await as('editor').shape_settlement_boundary({
      settlement: main,
      parcels: [...own, ...free],
    });
    assert.deepEqual([shape.linked, shape.clashing.length], [9, 9]);
    for (const slug of [main, tverSlug, englishSlug]) {
      const land = await fetch(`${service.url}/settlements/${slug}/land.json`);
      assert.equal(land.status, 200);
      await land.arrayBuffer();
    }
  });

  it('places garden objects inside their plots', async () => {
    const [own] = (await as('resident').list_my_parcels({})).data;
    assert.equal(own?.plot_number, '7');
    const { objects } = await as('resident').list_parcel_objects({ parcel: own?.parcel_id as string });
    assert.ok(objects.length >= 6);
    assert.ok(objects.every((object) => !object.archived));
    const ring = (await readRings(main)).get('7') as Ring;
    for (const { id, title } of objects) {
      const { data } = await as('resident').show_parcel_object({ parcel: '7', object: id });
      for (const { longitude, latitude } of data.geometry?.points ?? [])
        assert.ok(isInside([longitude, latitude], ring), title);
    }
  });

  it('has claims in every state, unused plot codes and a newcomer without a plot', async () => {
    const { residents } = await as('editor').list_residents({ settlement: main, limit: 100 });
    const waiting = residents.filter(({ state }) => state === 'claimed').map(({ parcel }) => parcel.number);
    assert.deepEqual(waiting.sort(), ['22', '64']);
    for (const state of ['confirmed', 'ended'] as const)
      assert.ok(
        residents.some((one) => one.state === state),
        state,
      );
    const [codes] = await service.db<{ unused: number; used: number }[]>`
      select count(*) filter (where used_at is null and expires_at > now())::int as unused,
             count(*) filter (where used_by is not null)::int as used from plot_code`;
    assert.deepEqual(codes, { unused: 3, used: 1 });
    assert.deepEqual((await as('newcomer').show_me({})).data.parcels, []);
  });

  async function listAll(settlement: string) {
    const all: Awaited<ReturnType<typeof read>>['buildings'] = [];
    const read = (cursor: string | null) =>
      service.client().list_buildings({ settlement, limit: 100, ...(cursor && { cursor }) });
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read(cursor ?? null);
      all.push(...page.buildings);
      cursor = page.cursor;
    }
    return all;
  }

  async function readRings(settlement: string): Promise<Map<string, Ring>> {
    const rings = new Map<string, Ring>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await service.client().list_parcels({
        settlement,
        geometry: true,
        limit: 100,
        ...(cursor && { cursor }),
      });
      for (const { number, outline } of page.parcels)
        rings.set(
          number,
          (outline?.[0]?.[0] ?? []).map(({ longitude, latitude }) => [longitude, latitude]),
        );
      cursor = page.cursor;
    }
    return rings;
  }
});

const edges = (ring: Ring) =>
  ring.map((point, index) => [point, ring[(index + 1) % ring.length] as Point] as const);
const turn = (a: Point, b: Point, c: Point) => Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]));

/** Whether edges cross; touching does not count. */
function crosses(one: Ring, other: Ring): boolean {
  return edges(one).some(([a, b]) =>
    edges(other).some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  );
}
const crossesItself = (ring: Ring) => crosses(ring, ring);
const overlap = (one: Ring, other: Ring) =>
  crosses(one, other) || isInside(middle(one), other) || isInside(middle(other), one);

/** Mean of the corners; inside of all these plots. */
function middle(ring: Ring): Point {
  const sum = (axis: 0 | 1) => ring.reduce((total, point) => total + point[axis], 0) / ring.length;
  return [sum(0), sum(1)];
}

function isInside([x, y]: Point, ring: Ring): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of edges(ring))
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  return inside;
}
