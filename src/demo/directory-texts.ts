import type { InputOf } from '../client/client.ts';
import type { Medal } from '../rules/medals.ts';
import type { Visibility } from '../rules/settlement-role.ts';

/** City numbers that begin with a zero are given to nobody, so that no demonstration rings at a stranger's. */
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

/** Numbers of a region that does not exist, with true control digits. */
export const companies: Readonly<
  Record<string, { by: string; served: 'first' | 'both'; card: InputOf<'register_company'> }>
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
  septic: {
    by: 'elena',
    served: 'both',
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
};

export interface DemoVerdict {
  by: string;
  on: { contact: string } | { company: string };
  daysAgo: number;
  medal: Medal;
  body?: string;
  used?: boolean;
  visibility?: Visibility;
  answer?: string;
  hiddenFor?: string;
}

export const verdicts: readonly DemoVerdict[] = [
  {
    by: 'galina',
    on: { contact: 'stove' },
    daysAgo: 120,
    medal: 'gold',
    used: true,
    visibility: 'public',
    body: 'Переложил печь, которой сорок лет. Не дымит, тепло до утра, убрал за собой всё до кирпичика.',
    answer: 'Передали Аркадию Семёновичу, он очень рад. Записываем на весну.',
  },
  {
    by: 'nikolay',
    on: { contact: 'stove' },
    daysAgo: 90,
    medal: 'gold',
    used: true,
    body: 'Мастер. Ждать долго, но не зря.',
  },
  {
    by: 'neighbour',
    on: { contact: 'stove' },
    daysAgo: 40,
    medal: 'silver',
    used: true,
    body: 'Работа отличная, дважды переносил день.',
  },
  {
    by: 'resident',
    on: { contact: 'tractor' },
    daysAgo: 300,
    medal: 'gold',
    used: true,
    body: 'В семь утра улица уже чистая.',
  },
  {
    by: 'elena',
    on: { contact: 'tractor' },
    daysAgo: 280,
    medal: 'dung',
    used: true,
    body: 'Задел столбик у забора и уехал.',
    answer: 'Столбик поставили заново в субботу, с Михаилом поговорили.',
  },
  { by: 'tatiana', on: { contact: 'tractor' }, daysAgo: 270, medal: 'bronze' },
  {
    by: 'resident',
    on: { contact: 'shop' },
    daysAgo: 60,
    medal: 'silver',
    used: true,
    visibility: 'public',
    body: 'Хлеб и правда тёплый.',
  },
  { by: 'andrey', on: { contact: 'shop' }, daysAgo: 55, medal: 'bronze', used: true },
  {
    by: 'editor',
    on: { contact: 'doctor' },
    daysAgo: 33,
    medal: 'gold',
    used: true,
    body: 'Приняла без записи, сама перезвонила вечером.',
  },
  {
    by: 'galina',
    on: { contact: 'bus' },
    daysAgo: 20,
    medal: 'silver',
    used: true,
    visibility: 'settlement',
    body: 'За лекарствами заехал, как обещал.',
  },
  {
    by: 'nikolay',
    on: { contact: 'water' },
    daysAgo: 12,
    medal: 'dung',
    body: 'Слова, которые в отзыве ни к чему.',
    hiddenFor: 'Без брани, пожалуйста. Опишите, что случилось, и вернём.',
  },
  {
    by: 'resident',
    on: { company: 'wells' },
    daysAgo: 150,
    medal: 'gold',
    used: true,
    visibility: 'public',
    body: 'Почистили колодец за день, вода через неделю прозрачная, анализ сделали за свой счёт.',
    answer: 'Спасибо, Анна Петровна! Через два года приедем проверить.',
  },
  {
    by: 'neighbour',
    on: { company: 'wells' },
    daysAgo: 100,
    medal: 'silver',
    used: true,
    visibility: 'settlement',
    body: 'Насос поставили хорошо, но звонить пришлось трижды.',
  },
  {
    by: 'elena',
    on: { company: 'wells' },
    daysAgo: 45,
    medal: 'gold',
    used: true,
    body: 'Честно сказали, что скважина не нужна.',
  },
  {
    by: 'tatiana',
    on: { company: 'roofs' },
    daysAgo: 75,
    medal: 'gold',
    used: true,
    visibility: 'public',
    body: 'Крыша сухая после всех июльских ливней.',
  },
  {
    by: 'galina',
    on: { company: 'septic' },
    daysAgo: 25,
    medal: 'bronze',
    used: true,
    body: 'Приехали на день позже, сделали нормально.',
  },
  {
    by: 'nikolay',
    on: { company: 'septic' },
    daysAgo: 8,
    medal: 'dung',
    used: true,
    visibility: 'private',
    body: 'Продавили газон. Пишу правлению, пусть знает.',
  },
];
