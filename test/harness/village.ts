import type { Client } from '../../src/entry/client/client.ts';
import { insertAccount, setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertPlace } from '../../src/store/land/places.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { insertSettlement } from '../../src/store/land/settlements.ts';
import type { TestService } from './service.ts';

export const personas = [
  'resident',
  'neighbour',
  'editor',
  'moderator',
  'newcomer',
  'outsider',
  'company',
] as const;
export type Persona = (typeof personas)[number];

/** Two small settlements and the people of most tests; the roles are those of the demo. */
export interface Village {
  accounts: Record<Persona, string>;
  clients: Record<Persona, Client>;
  anonymous: Client;
  settlement: { id: string; slug: string };
  other: { id: string; slug: string };
  places: { country: string; region: string; district: string; otherRegion: string };
  /** Plots of `settlement`: the resident's, the neighbour's, and two that belong to nobody. */
  plots: { resident: string; neighbour: string; free: string; empty: string };
  /** The outsider's plot in `other`. */
  outsiderPlot: string;
  companyId: string;
}

/** A square plot, about 30 metres wide, in row and column of a grid. */
export function squarePlot(
  row: number,
  column: number,
): { geometry: { type: 'Polygon'; coordinates: number[][][] }; center: [number, number]; areaM2: number } {
  const [west, south, width, height] = [37.5 + column * 0.0005, 56.3 + row * 0.0003, 0.0005, 0.0003];
  const ring = [
    [west, south],
    [west + width, south],
    [west + width, south + height],
    [west, south + height],
    [west, south],
  ];
  return {
    geometry: { type: 'Polygon', coordinates: [ring] },
    center: [west + width / 2, south + height / 2],
    areaM2: 1032,
  };
}

export async function buildVillage(service: TestService): Promise<Village> {
  const { db, newId } = service;
  const now = new Date();
  const accounts = Object.fromEntries(personas.map((persona) => [persona, newId()])) as Village['accounts'];
  for (const persona of personas) {
    await insertAccount(db, {
      id: accounts[persona],
      email: `${persona}@example.org`,
      displayName: `${persona[0]?.toUpperCase()}${persona.slice(1)} Ivanova`,
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
  }
  await setPlatformRole(db, accounts.moderator, 'moderator');

  const places = { country: newId(), region: newId(), district: newId(), otherRegion: newId() };
  await insertPlace(db, { id: places.country, parentId: null, kind: 'country', name: 'Россия' });
  await insertPlace(db, {
    id: places.region,
    parentId: places.country,
    kind: 'region',
    name: 'Московская область',
  });
  await insertPlace(db, {
    id: places.district,
    parentId: places.region,
    kind: 'district',
    name: 'Дмитровский округ',
  });
  await insertPlace(db, {
    id: places.otherRegion,
    parentId: places.country,
    kind: 'region',
    name: 'Тверская область',
  });

  const settlement = { id: newId(), slug: 'berezka' };
  const other = { id: newId(), slug: 'sosny' };
  const base = { status: 'populated', timeZone: 'Europe/Moscow', createdAt: now };
  await insertSettlement(db, {
    ...base,
    ...settlement,
    name: 'СНТ Берёзка',
    kind: 'snt',
    placeId: places.district,
    address: 'у деревни Ольгово',
  });
  await insertSettlement(db, {
    ...base,
    ...other,
    name: 'Сосны',
    kind: 'cottage_village',
    placeId: places.otherRegion,
    address: 'Конаково',
  });

  const plots = { resident: newId(), neighbour: newId(), free: newId(), empty: newId() };
  const outsiderPlot = newId();
  const plot = (id: string, settlementId: string, number: string, row: number, column: number) => ({
    id,
    settlementId,
    number,
    cadastralNumber: `50:04:0000${row}:${column + 1}`,
    address: '',
    ...squarePlot(row, column),
  });
  await insertParcels(
    db,
    [
      plot(plots.resident, settlement.id, '1', 0, 0),
      plot(plots.neighbour, settlement.id, '2', 0, 1),
      plot(plots.free, settlement.id, '3', 0, 2),
      plot(plots.empty, settlement.id, '12А', 0, 3),
      plot(outsiderPlot, other.id, '1', 100, 0),
    ],
    now,
  );
  const belong = (accountId: string, parcelId: string) =>
    insertMembership(db, {
      id: newId(),
      accountId,
      parcelId,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: accounts.editor,
      now,
    });
  await belong(accounts.resident, plots.resident);
  await belong(accounts.neighbour, plots.neighbour);
  await belong(accounts.outsider, outsiderPlot);
  await insertSettlementRole(db, settlement.id, accounts.editor, 'editor', now);

  const companyId = newId();
  await db`
    insert into company (id, inn, slug, name, trades, is_verified, created_at, updated_at)
    values (${companyId}, '7707083893', 'kolodtsy', 'Колодцы и скважины', ${['wells']}, true, ${now}, ${now})`;
  await db`insert into company_representative (company_id, account_id, state, created_at) values (${companyId}, ${accounts.company}, 'confirmed', ${now})`;
  await db`insert into company_settlement (company_id, settlement_id) values (${companyId}, ${settlement.id})`;

  const clients = {} as Village['clients'];
  for (const persona of personas) clients[persona] = await service.as(accounts[persona]);
  return {
    accounts,
    clients,
    anonymous: service.client(),
    settlement,
    other,
    places,
    plots,
    outsiderPlot,
    companyId,
  };
}
