export const buildingPurposes = [
  'dwelling',
  'garden_house',
  'garage',
  'outbuilding',
  'non_residential',
  'structure',
  'unknown',
] as const;
export type BuildingPurpose = (typeof buildingPurposes)[number];

/** Patterns for the values used by land registers and maps; the first match wins. */
const purposePatterns: readonly (readonly [BuildingPurpose, RegExp])[] = [
  ['garden_house', /садов|дачн|garden.?house|^(cabin|bungalow|allotment_house|summer.?house)$/],
  ['garage', /гараж|машино|^(garages?|carports?)$/],
  [
    'outbuilding',
    /хоз|сарай|бан[яь]|теплиц|вспомогат|^(shed|barn|sauna|bath.?house|greenhouse|outbuilding|farm_auxiliary|hut|stable)$/,
  ],
  [
    'non_residential',
    /нежил|общественн|магазин|^(non.?residential|commercial|industrial|retail|warehouse|office|public|school|church|chapel|kiosk|service|supermarket)$/,
  ],
  ['dwelling', /жил|^(dwelling|house|detached|semi.?detached|residential|apartments|terrace|farm)$/],
  ['structure', /сооруж|строен|^(structure|construction|roof|tank|tower|bridge|transformer_tower)$/],
];

export function parsePurpose(value: unknown): BuildingPurpose {
  if (typeof value !== 'string') return 'unknown';
  const word = value.trim().toLowerCase();
  return purposePatterns.find(([, pattern]) => pattern.test(word))?.[0] ?? 'unknown';
}
