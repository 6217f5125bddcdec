import type { Medal } from '../../domain/rules/medals.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import type { PictureName } from './pictures.ts';

export interface DemoReview {
  by: string;
  on: { contact: string } | { company: string };
  daysAgo: number;
  medal: Medal;
  body?: string;
  used?: boolean;
  visibility?: Visibility;
  answer?: string;
  hiddenFor?: string;
  picture?: readonly [PictureName, string];
}

export const demoReviews: readonly DemoReview[] = [
  {
    by: 'resident',
    on: { contact: 'electrician' },
    daysAgo: 210,
    medal: 'gold',
    used: true,
    visibility: 'public',
    body: 'Собрал щиток заново, подписал каждый автомат. Приехал через два часа после звонка.',
    picture: ['fuseBoard', 'Теперь понятно, что где'],
  },
  {
    by: 'nikolay',
    on: { contact: 'electrician' },
    daysAgo: 160,
    medal: 'gold',
    used: true,
    body: 'Поменял ввод за день, с сетями договорился сам.',
  },
  {
    by: 'galina',
    on: { contact: 'electrician' },
    daysAgo: 70,
    medal: 'silver',
    used: true,
    visibility: 'settlement',
    body: 'Всё работает. Говорил непонятно, но терпеливо.',
  },
  { by: 'andrey', on: { contact: 'electrician' }, daysAgo: 66, medal: 'gold', used: true },
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
    body: 'Крыша сухая после всех ливней.',
    picture: ['newRoof', 'Готово за три дня'],
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
  // Not answered by the company yet.
  {
    by: 'pavel',
    on: { company: 'wells' },
    daysAgo: 6,
    medal: 'bronze',
    used: true,
    visibility: 'settlement',
    body: 'Насос заменили, но труба в приямке подтекает. Звонил два раза, обещали перезвонить.',
  },
  // Reported to the platform by the company.
  {
    by: 'boris',
    on: { company: 'wells' },
    daysAgo: 9,
    medal: 'dung',
    visibility: 'public',
    body: 'Сам не заказывал, но говорят, дорого и хамят.',
  },
];
