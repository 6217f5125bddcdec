import type { Language, Text } from '../../../base/i18n/text.ts';
import type { KnowledgeCategory } from '../../../domain/rules/knowledge-categories.ts';
import type { CalloutKind } from '../../../engines/markup/markdown-token-meta.ts';
import * as labels from './labels.ts';

/** Above a quotation of that kind, `> [!WARNING]`. */
export const calloutTitles = {
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Careful' },
  ru: { note: 'Заметка', tip: 'Совет', important: 'Важно', warning: 'Внимание', caution: 'Осторожно' },
} as const satisfies Record<Language, Record<CalloutKind, string>>;

export const knowledgeCategoryTexts: Readonly<Record<KnowledgeCategory, Text>> = {
  land_and_garden: { en: 'Land and garden', ru: 'Земля и сад' },
  lawn: { en: 'Lawn', ru: 'Газон' },
  planting: { en: 'Planting', ru: 'Посадка' },
  trees_and_shrubs: { en: 'Trees and shrubs', ru: 'Деревья и кустарники' },
  beds_and_greenhouse: { en: 'Beds and greenhouse', ru: 'Грядки и теплица' },
  soil_and_drainage: { en: 'Soil and drainage', ru: 'Почва и дренаж' },
  pests_and_disease: { en: 'Pests and disease', ru: 'Вредители и болезни' },
  seasonal_work: { en: 'Seasonal work', ru: 'Сезонные работы' },
  house_and_building: { en: 'House and building', ru: 'Дом и стройка' },
  foundation: { en: 'Foundation', ru: 'Фундамент' },
  walls_and_roof: { en: 'Walls and roof', ru: 'Стены и крыша' },
  insulation: { en: 'Insulation', ru: 'Утепление' },
  windows_and_doors: { en: 'Windows and doors', ru: 'Окна и двери' },
  bathhouse_and_shed: { en: 'Bathhouse and shed', ru: 'Баня и сарай' },
  terrace_and_gazebo: { en: 'Terrace and gazebo', ru: 'Терраса и беседка' },
  repair_and_finishing: { en: 'Repair and finishing', ru: 'Ремонт и отделка' },
  utilities: { en: 'Utilities', ru: 'Инженерные сети' },
  water_and_well: { en: 'Water and well', ru: 'Вода и скважина' },
  septic_and_drains: { en: 'Septic tank and drains', ru: 'Септик и стоки' },
  electricity: { en: 'Electricity', ru: 'Электричество' },
  gas_and_heating: { en: 'Gas and heating', ru: 'Газ и отопление' },
  internet_and_signal: { en: 'Internet and signal', ru: 'Интернет и связь' },
  waste: { en: 'Waste', ru: 'Мусор' },
  fence_and_gate: { en: 'Fence and gate', ru: 'Забор и въезд' },
  fencing: { en: 'Fencing', ru: 'Ограждение' },
  gates_and_barriers: { en: 'Gates and barriers', ru: 'Ворота и шлагбаумы' },
  paths_and_driveway: { en: 'Paths and driveway', ru: 'Дорожки и заезд' },
  lighting: { en: 'Lighting', ru: 'Освещение' },
  security_and_cameras: { en: 'Security and cameras', ru: 'Охрана и камеры' },
  documents: labels.documents,
  cadastre_and_borders: { en: 'Cadastre and borders', ru: 'Кадастр и границы' },
  ownership: { en: 'Ownership', ru: 'Собственность' },
  permissions_and_notices: { en: 'Permissions and notices', ru: 'Разрешения и уведомления' },
  taxes_and_benefits: { en: 'Taxes and benefits', ru: 'Налоги и льготы' },
  utilities_contracts: { en: 'Utility contracts', ru: 'Договоры на ресурсы' },
  neighbours_and_community: { en: 'Neighbours and community', ru: 'Соседи и товарищество' },
  association: { en: 'Association', ru: 'Товарищество' },
  shared_costs: { en: 'Shared costs', ru: 'Общие расходы' },
  disputes: { en: 'Disputes', ru: 'Споры' },
  contractors: { en: 'Contractors', ru: 'Подрядчики' },
  winter_and_absence: { en: 'Winter and absence', ru: 'Зима и отъезд' },
};
