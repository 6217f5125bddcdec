import type { InputOf } from '../client/client.ts';
import { englishSlug, tverSlug } from './settlement-list.ts';

/** Local numbers that begin with 0 are not assigned, so that nobody real is called. */
export const contacts: Readonly<Record<string, Omit<InputOf<'write_contact'>, 'settlement'>>> = {
  emergency: {
    name: 'Дежурный пожарной части в Ольгово',
    category: 'emergency',
    phones: ['+7 496 001-01-01'],
    hours: 'круглосуточно',
    notes: 'С мобильного сначала 112. Дорога для машин — через вторые ворота, ключ у сторожа.',
    tags: ['пожар', 'важное'],
  },
  guard: {
    name: 'Сторожка у главных ворот',
    category: 'board',
    phones: ['+7 496 002-17-40'],
    address: 'въезд с Рогачёвского шоссе',
    hours: 'круглосуточно',
    notes: 'Открывают шлагбаум по номеру участка. Посылки держат до трёх дней.',
    tags: ['важное', 'ворота'],
  },
  electricity: {
    name: 'Аварийная служба электросетей',
    category: 'utilities',
    phones: ['+7 496 003-22-22', '+7 495 003-22-23'],
    hours: 'круглосуточно',
    notes: 'Назовите номер подстанции: ТП-118.',
    tags: ['свет'],
  },
  electrician: {
    name: 'Электрик Роман Гусев',
    category: 'trade',
    phones: ['+7 496 012-45-12'],
    hours: 'ежедневно до 20:00',
    notes: 'Щитки, счётчики, ввод 15 кВт. На вызов приезжает в тот же день, допуск есть.',
    tags: ['электрик', 'свет', 'ремонт'],
  },
  stove: {
    name: 'Печник Аркадий Семёнович',
    category: 'trade',
    phones: ['+7 496 004-31-15'],
    hours: 'звонить после шести вечера',
    notes: 'Печи, камины, чистка дымоходов. Записываться с весны.',
    tags: ['печь', 'ремонт'],
  },
  tractor: {
    name: 'Трактор и расчистка снега, Михаил',
    category: 'trade',
    phones: ['+7 496 005-48-02'],
    hours: 'с 7 до 21, в снегопад — раньше',
    notes: 'Зимой чистит улицы по договору, участки — отдельно.',
    tags: ['снег', 'дорога'],
  },
  shop: {
    name: 'Магазин «У пруда»',
    category: 'shop',
    phones: ['+7 496 006-10-64'],
    address: 'деревня Ольгово, дом 12',
    hours: '9:00–21:00, зимой до 19:00',
    notes: 'Свежий хлеб привозят к одиннадцати. Принимают карты.',
    tags: ['продукты'],
  },
  garden: {
    name: 'Питомник «Яблоневый сад»',
    category: 'shop',
    phones: ['+7 496 007-77-19'],
    address: '52-й километр Рогачёвского шоссе',
    hours: 'с апреля по октябрь, 9:00–18:00',
    site: 'https://yablonevyi-sad.example',
    tags: ['сад', 'саженцы'],
  },
  doctor: {
    name: 'Фельдшерский пункт',
    category: 'health',
    phones: ['+7 496 008-03-30'],
    address: 'деревня Ольгово, у школы',
    hours: 'пн, ср, пт 9:00–13:00',
    tags: ['врач'],
  },
  bus: {
    name: 'Маршрутка до станции Яхрома',
    category: 'transport',
    phones: ['+7 496 009-51-51'],
    hours: 'из посёлка в 7:10, 9:40, 17:30; в выходные только утром',
    notes: 'По четвергам водитель заезжает за лекарствами, если попросить накануне.',
    tags: ['дорога', 'расписание'],
  },
  water: {
    name: 'Привоз питьевой воды',
    category: 'delivery',
    phones: ['+7 495 010-19-19'],
    hours: 'вторник и суббота',
    tags: ['вода'],
  },
  closed: {
    name: 'Хозтовары на станции',
    category: 'shop',
    phones: ['+7 496 011-12-13'],
    notes: 'Закрылись осенью.',
  },
};

/** Tax numbers (INN) of a region that does not exist, with valid check digits. */
export const companies: Readonly<
  Record<
    string,
    {
      by: string;
      served: 'first' | 'both';
      isUnchecked?: true;
      /** How it ended: refused by a moderator, or closed by who registered it. */
      end?: 'refused' | 'closed';
      card: InputOf<'register_company'>;
    }
  >
> = {
  wells: {
    by: 'company',
    served: 'both',
    card: {
      inn: '9601000019',
      name: 'ООО «Родник»',
      description:
        'Колодцы, скважины и насосы. Приезжаем с прибором, сначала смотрим, потом считаем. Гарантия три года.',
      trades: ['колодцы', 'скважины', 'насосы'],
      phones: ['+7 495 020-45-45'],
      address: 'Дмитров, Промышленная улица, 3',
      hours: 'пн–сб 8:00–20:00',
      site: 'https://rodnik.example',
      tags: ['вода'],
    },
  },
  roofs: {
    by: 'andrey',
    served: 'first',
    card: {
      inn: '960100000085',
      name: 'ИП Муравьёв, кровля и водостоки',
      description: 'Небольшая бригада, четыре человека. Меняем кровлю без разборки стропил, если они целы.',
      trades: ['кровля', 'водостоки'],
      phones: ['+7 496 021-08-08'],
      hours: 'с апреля по ноябрь',
      tags: ['крыша', 'ремонт'],
    },
  },
  // Not verified yet.
  saws: {
    by: 'boris',
    served: 'first',
    isUnchecked: true,
    card: {
      inn: '960100000159',
      name: 'ИП Ежов, пилы и косилки',
      description: 'Чиню бензопилы, триммеры и культиваторы. Забираю и привожу сам.',
      trades: ['ремонт инструмента'],
      phones: ['+7 496 023-14-14'],
      hours: 'вечером и в выходные',
    },
  },
  septic: {
    by: 'elena',
    isUnchecked: true,
    served: 'first',
    card: {
      inn: '9601000026',
      name: 'ООО «Чистый двор»',
      description: 'Откачка септиков, вывоз строительного мусора, аренда контейнеров.',
      trades: ['септики', 'вывоз мусора'],
      phones: ['+7 812 022-30-30', '+7 495 022-30-31'],
      hours: 'ежедневно 7:00–22:00',
      site: 'https://chistyi-dvor.example',
    },
  },
  fences: {
    by: 'nikolay',
    served: 'first',
    end: 'closed',
    card: {
      inn: '9601000033',
      name: 'ООО «Штакетник»',
      description: 'Заборы и ворота.',
      trades: ['заборы'],
      phones: ['+7 496 024-15-15'],
    },
  },
  stoves: {
    by: 'newcomer',
    served: 'first',
    isUnchecked: true,
    end: 'refused',
    card: { inn: '9601000040', name: 'Печник на час', trades: ['печи'], phones: ['+7 496 025-16-16'] },
  },
};

/** Contacts of the other settlements with a board; `by` is a member of it. */
export const contactsElsewhere: readonly (InputOf<'write_contact'> & { by: string })[] = [
  {
    by: 'lidiya',
    settlement: tverSlug,
    name: 'Паром через Волгу',
    category: 'transport',
    phones: ['+7 482 013-20-20'],
    hours: 'с мая по октябрь, 8:00–20:00',
  },
  {
    by: 'margaret',
    settlement: englishSlug,
    name: 'Dai Pugh, electrician',
    category: 'trade',
    phones: ['+44 29 2018 0101'],
    hours: 'weekdays, evenings if it sparks',
    notes: 'Rewired the village hall. Certificates by post within a week.',
    tags: ['electrician'],
  },
  {
    by: 'margaret',
    settlement: englishSlug,
    name: 'River warden',
    category: 'emergency',
    phones: ['+44 29 2018 0112'],
    hours: 'at any hour when the gauge is above 1.6 m',
    tags: ['river'],
  },
];
