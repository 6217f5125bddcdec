import type { Db } from '../db/connect.ts';
import {
  findOrInsertPlace,
  insertParcels,
  insertSettlement,
  type NewParcel,
} from '../store/land/register.ts';

interface Layout {
  slug: string;
  name: string;
  kind: string;
  status: string;
  region: string;
  district: string;
  locality: string;
  address: string;
  /** South-west corner. */
  west: number;
  south: number;
  streets: number;
  plotsPerSide: number;
  cadastralQuarter: string;
  /** Streets lie at an angle, as they do. */
  turn: number;
}

/** The one whose boundary grew: some of the land it took in had numbers that were taken. */
export const tverSlug = 'volzhskie-dali';

/** Invented settlements in real regions; no such settlement exists at these coordinates. */
const layouts: readonly Layout[] = [
  {
    slug: 'berezovaya-roshcha',
    name: 'СНТ «Берёзовая роща»',
    kind: 'snt',
    status: 'populated',
    region: 'Московская область',
    district: 'Дмитровский городской округ',
    locality: 'деревня Ольгово',
    address: '46-й километр Рогачёвского шоссе',
    west: 37.352,
    south: 56.262,
    streets: 4,
    plotsPerSide: 9,
    cadastralQuarter: '50:04:0190301',
    turn: 0.12,
  },
  {
    slug: 'ozernyy-bereg',
    name: 'Коттеджный посёлок «Озёрный берег»',
    kind: 'cottage_village',
    status: 'populating',
    region: 'Ленинградская область',
    district: 'Всеволожский район',
    locality: 'деревня Лехтуси',
    address: 'Матоксское шоссе, поворот у озера',
    west: 30.652,
    south: 60.182,
    streets: 3,
    plotsPerSide: 7,
    cadastralQuarter: '47:07:0113002',
    turn: -0.2,
  },
  {
    slug: 'dalnie-luga',
    name: 'ДНП «Дальние луга»',
    kind: 'dnp',
    status: 'building',
    region: 'Московская область',
    district: 'Городской округ Чехов',
    locality: 'деревня Сенино',
    address: 'за рекой, от деревни направо',
    west: 37.512,
    south: 55.142,
    streets: 2,
    plotsPerSide: 6,
    cadastralQuarter: '50:31:0020408',
    turn: 0.3,
  },
  {
    slug: tverSlug,
    name: 'СНТ «Волжские дали»',
    kind: 'snt',
    status: 'populated',
    region: 'Тверская область',
    district: 'Калининский район',
    locality: 'деревня Рябеево',
    address: '9-й километр Старицкого шоссе, к реке',
    west: 35.742,
    south: 56.801,
    streets: 2,
    plotsPerSide: 8,
    cadastralQuarter: '69:10:0225101',
    turn: -0.1,
  },
];

const metresPerDegree = 111_320;
const plot = { width: 24, depth: 33 };
const road = 9;

export interface DemoSettlement {
  id: string;
  slug: string;
  plots: Record<string, string>;
}

export async function loadLand(db: Db, newId: () => string, now: Date): Promise<DemoSettlement[]> {
  const settlements: DemoSettlement[] = [];
  for (const layout of layouts) {
    const country = await findOrInsertPlace(db, {
      id: newId(),
      parentId: null,
      kind: 'country',
      name: 'Россия',
    });
    const region = await findOrInsertPlace(db, {
      id: newId(),
      parentId: country,
      kind: 'region',
      name: layout.region,
    });
    const district = await findOrInsertPlace(db, {
      id: newId(),
      parentId: region,
      kind: 'district',
      name: layout.district,
    });
    const locality = await findOrInsertPlace(db, {
      id: newId(),
      parentId: district,
      kind: 'locality',
      name: layout.locality,
    });
    const id = newId();
    await insertSettlement(db, {
      ...layout,
      id,
      placeId: locality,
      timeZone: 'Europe/Moscow',
      createdAt: now,
    });
    const parcels = layPlots(layout, id, newId);
    await insertParcels(db, parcels, now);
    settlements.push({
      id,
      slug: layout.slug,
      plots: Object.fromEntries(parcels.map((parcel) => [parcel.number, parcel.id])),
    });
  }
  return settlements;
}

/** Two rows of plots along each street; the streets themselves belong to nobody. */
function layPlots(layout: Layout, settlementId: string, newId: () => string): NewParcel[] {
  const parcels: NewParcel[] = [];
  let number = 0;
  for (let street = 0; street < layout.streets; street += 1) {
    for (const side of [0, 1]) {
      for (let place = 0; place < layout.plotsPerSide; place += 1) {
        number += 1;
        const x = place * plot.width;
        const y = street * (2 * plot.depth + road) + side * (plot.depth + road / 2);
        const corners: [number, number][] = [
          [x, y],
          [x + plot.width, y],
          [x + plot.width, y + plot.depth],
          [x, y + plot.depth],
        ];
        const ring = corners.map(([east, north]) => toDegrees(layout, east, north));
        const center = toDegrees(layout, x + plot.width / 2, y + plot.depth / 2);
        parcels.push({
          id: newId(),
          settlementId,
          number: String(number),
          cadastralNumber: `${layout.cadastralQuarter}:${100 + number}`,
          address: `улица ${['Садовая', 'Лесная', 'Луговая', 'Речная'][street] ?? street + 1}, ${number}`,
          areaM2: plot.width * plot.depth,
          geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
          center,
          listing: layout.status === 'building' && number % 3 === 0 ? 'for_sale' : null,
        });
      }
    }
  }
  return parcels;
}

function toDegrees(layout: Layout, east: number, north: number): [number, number] {
  const [cos, sin] = [Math.cos(layout.turn), Math.sin(layout.turn)];
  const latitude = layout.south + (east * sin + north * cos) / metresPerDegree;
  const longitude =
    layout.west + (east * cos - north * sin) / (metresPerDegree * Math.cos((layout.south * Math.PI) / 180));
  return [Number(longitude.toFixed(7)), Number(latitude.toFixed(7))];
}
