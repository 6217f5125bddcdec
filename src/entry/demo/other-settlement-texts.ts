import type { DemoArticle } from './journal-article.ts';

export const otherArticles: readonly DemoArticle[] = [
  {
    by: 'outsider',
    on: '09-18',
    kind: 'diary',
    plot: '3',
    visibility: 'public',
    tags: ['озеро', 'рыбалка'],
    title: 'Лодка, озеро и две щуки',
    body: 'Встал в четыре, туман стоял до воды. К семи — две щуки, одна вернулась домой подрасти.\n\nМостки на нашем берегу пора менять: третья доска дышит.',
    pictures: [['lakeMorning', 'Половина пятого']],
  },
  {
    by: 'outsider',
    on: '10-30',
    kind: 'diary',
    plot: '3',
    visibility: 'residents',
    tags: ['дом'],
    title: 'Крыша до снега',
    body: 'Успели. Последний лист прикрутили при фонаре, утром всё было белым. Водостоки — весной.',
  },
];

export const tverArticles: readonly DemoArticle[] = [
  {
    by: 'lidiya',
    daysAgo: 14,
    kind: 'announcement',
    visibility: 'settlement',
    tags: ['граница'],
    title: 'К нам присоединили четыре участка за канавой',
    body: 'Граница обновлена по новой выписке. Новые участки пока идут под кадастровыми номерами: 1–4 у нас уже есть. Таблички закажем к лету.',
  },
];

export const englishArticles: readonly DemoArticle[] = [
  {
    by: 'margaret',
    on: '03-28',
    kind: 'guide',
    visibility: 'public',
    tags: ['new here'],
    title: 'Finding us, parking and the ford',
    body: '## By car\n\nTurn off the B4360 at the chapel. The ford is passable in summer only; after rain come round by the bridge, it is four minutes longer and you keep your carpets.\n\n## Parking\n\n1. Visitors park on the Green, on the gravel side.\n2. Mill Lane is too narrow to turn in beyond number 3.\n3. Please leave the gate as you found it: there are sheep.',
    pictures: [['willows', 'The ford in March']],
  },
  {
    by: 'priya',
    on: '06-08',
    kind: 'diary',
    plot: '11',
    visibility: 'public',
    tags: ['bees', 'garden'],
    title: 'Three hives and one swarm that changed its mind',
    body: 'They left at ten, hung in Tom’s plum tree until noon and came home by themselves while I was still looking for my veil.\n\nThe middle hive has filled its first super. Lime blossom next week, if it stays dry.',
    pictures: [['hives', 'The middle one is the strong one']],
  },
  {
    by: 'tom',
    on: '08-16',
    kind: 'diary',
    plot: '6',
    visibility: 'residents',
    tags: ['garden', 'fence'],
    title: 'Hedge laid, back broken',
    body: 'Thirty metres of hawthorn in nine days. Anybody who wants the brash for pea sticks, help yourselves before Sunday; after that it is a bonfire.',
    pictures: [['cottage', 'From the lane, with the new hedge just out of sight']],
  },
  {
    by: 'margaret',
    on: '10-21',
    kind: 'announcement',
    visibility: 'residents',
    tags: ['river', 'weather'],
    title: 'The river is up: sandbags at the pump house',
    body: 'The gauge at the bridge read **1.9 m** at six this morning, 30 cm below the lane. Sandbags are at the pump house, four a household.\n\nIf the water reaches the milestone I will ring round. Numbers 1 to 4 first.',
    pictures: [['laneFlooded', 'Mill Lane, half past six']],
  },
  {
    by: 'margaret',
    daysAgo: 6,
    kind: 'post',
    visibility: 'public',
    tags: ['meeting'],
    title: 'What we agreed about the Green',
    body: 'Twelve households of sixteen came. The swings stay, the old goalpost goes, and the gravel is raked twice a year by whoever parks there most, who knows who he is.',
  },
];
