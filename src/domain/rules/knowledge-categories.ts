/** Top categories of the knowledge base with their subcategories, in the order of the contract's list. */
const categoryTree = {
  land_and_garden: [
    'lawn',
    'planting',
    'trees_and_shrubs',
    'beds_and_greenhouse',
    'soil_and_drainage',
    'pests_and_disease',
    'seasonal_work',
  ],
  house_and_building: [
    'foundation',
    'walls_and_roof',
    'insulation',
    'windows_and_doors',
    'bathhouse_and_shed',
    'terrace_and_gazebo',
    'repair_and_finishing',
  ],
  utilities: [
    'water_and_well',
    'septic_and_drains',
    'electricity',
    'gas_and_heating',
    'internet_and_signal',
    'waste',
  ],
  fence_and_gate: ['fencing', 'gates_and_barriers', 'paths_and_driveway', 'lighting', 'security_and_cameras'],
  documents: [
    'cadastre_and_borders',
    'ownership',
    'permissions_and_notices',
    'taxes_and_benefits',
    'utilities_contracts',
  ],
  neighbours_and_community: ['association', 'shared_costs', 'disputes', 'contractors'],
  winter_and_absence: [],
} as const;

type CategoryTree = typeof categoryTree;
export type KnowledgeCategory = keyof CategoryTree | CategoryTree[keyof CategoryTree][number];

/** Flat, as on the wire: the position in this list is the stored number. */
export const knowledgeCategories = Object.entries(categoryTree).flat(2) as unknown as readonly [
  KnowledgeCategory,
  ...KnowledgeCategory[],
];

export const topCategories = Object.keys(categoryTree) as (keyof CategoryTree)[];

/** Categories that a filter matches: itself and, for a top category, its subcategories. */
export function listCoveredCategories(category: KnowledgeCategory): KnowledgeCategory[] {
  return [category, ...((categoryTree as Record<string, readonly KnowledgeCategory[]>)[category] ?? [])];
}
