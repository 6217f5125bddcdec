import type { Text } from '../../../base/i18n/text.ts';
import type { ObjectKind } from '../../../domain/rules/parcel-objects.ts';

export const objectKindTexts: Readonly<Record<ObjectKind, Text>> = {
  tree: { en: 'Tree', ru: 'Дерево' },
  shrub: { en: 'Shrub', ru: 'Куст' },
  bed: { en: 'Bed', ru: 'Грядка' },
  lawn: { en: 'Lawn', ru: 'Газон' },
  greenhouse: { en: 'Greenhouse', ru: 'Теплица' },
  well: { en: 'Well', ru: 'Колодец' },
  borehole: { en: 'Borehole', ru: 'Скважина' },
  septic: { en: 'Septic tank', ru: 'Септик' },
  building: { en: 'House or shed', ru: 'Дом или сарай' },
  bathhouse: { en: 'Bathhouse', ru: 'Баня' },
  garage: { en: 'Garage', ru: 'Гараж' },
  fence: { en: 'Fence', ru: 'Забор' },
  gate: { en: 'Gate', ru: 'Ворота или калитка' },
  path: { en: 'Path', ru: 'Дорожка' },
  pond: { en: 'Pond', ru: 'Пруд' },
  compost: { en: 'Compost', ru: 'Компост' },
  lighting: { en: 'Lighting', ru: 'Свет' },
  utility: { en: 'Pipes and wires', ru: 'Трубы и провода' },
  other: { en: 'Something else', ru: 'Другое' },
};
