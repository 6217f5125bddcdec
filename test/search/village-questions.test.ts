import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readDemoArticles } from '../../src/entry/demo/knowledge/load.ts';
import { startDemoService } from '../harness/demo.ts';
import type { TestService } from '../harness/service.ts';

/** Written from the titles of the articles, before their texts were read; those of `later` are not the first yet. */
const first: Readonly<Record<string, string>> = {
  'скважина замерзла': 'skvazhina-i-nasos',
  'сгорел насос в скважине': 'skvazhina-i-nasos',
  'как часто откачивать септик': 'septik-i-stoki',
  'где поставить септик на участке': 'septik-i-stoki',
  'какой высоты можно забор между соседями': 'zabor-mezhdu-sosedyami',
  'кто платит за забор с соседом': 'zabor-mezhdu-sosedyami',
  'собака соседа лает': 'dobrososedstvo-v-poselke',
  'как закрыть дачу на зиму': 'konservatsiya-doma-na-zimu',
  'слить воду из труб на зиму': 'konservatsiya-doma-na-zimu',
  'подключить 15 кВт к дому': 'elektrichestvo-15-kvt',
  'плохой интернет на даче': 'internet-na-dache',
  'льготы пенсионерам по налогу на дачу': 'nalogi-i-lgoty',
  'как провести общее собрание': 'obshchee-sobranie-snt',
  'нужно ли уведомление о начале строительства дома': 'uvedomlenie-o-stroitelstve',
  'дачная амнистия как оформить дом': 'registratsiya-doma-i-prava',
  'какие документы проверить при покупке дачи': 'dokumenty-pri-pokupke',
  'когда обрезать старую яблоню': 'obrezka-yabloni',
  'саженец не прижился': 'posadka-sazhentsev',
  'тля на смородине чем обработать': 'fitoftora-tlya-i-slizni',
  'как проветривать теплицу': 'teplitsa-bez-oshibok',
  'посеять газон с нуля': 'gazon-s-nulya',
  'вода стоит на участке весной': 'drenazh-uchastka',
  'протекает крыша': 'krovlya-sneg-i-vodostoki',
  'снег с крыши': 'krovlya-sneg-i-vodostoki',
  'чем утеплить дачный дом': 'uteplenie-dachnogo-doma',
  'глубина фундамента': 'fundament-i-promerzanie',
  'какую печь поставить в баню': 'banya-na-uchastke',
  'доска для террасы гниёт': 'terrasa-i-besedka',
  'откатные ворота или шлагбаум': 'otkatnye-vorota',
  'можно ли повесить камеру на соседа': 'kamery-i-bezopasnost',
  'куда девать мусор с дачи': 'musor-i-kompost',
  'how to prepare the house for winter': 'closing-the-house-for-winter',
  'pump in the well stopped working': 'private-well-and-pump',
};
const later: Readonly<Record<string, string>> = {
  'как найти границы участка': 'mezhevanie-i-granitsy',
  'сколько метров от бани до забора соседа': 'otstupy-na-uchastke',
  'на каком расстоянии от забора сажать деревья': 'otstupy-na-uchastke',
  'сосед шумит ночью': 'dobrososedstvo-v-poselke',
  'сосед захватил часть участка что делать': 'spory-s-sosedyami',
  'за что мы платим взносы': 'vznosy-i-obshchie-rashody',
  'фитофтора на помидорах': 'fitoftora-tlya-i-slizni',
};

describe('questions of people of a village', () => {
  let service: TestService;
  let slugs: ReadonlyMap<string, string>;
  before(async () => {
    ({ service } = await startDemoService());
    slugs = new Map((await readDemoArticles()).map(({ title, slug }) => [title, slug]));
  });
  const ask = async (question: string) => {
    const { data } = await service.client().search_shared_knowledge({ question, mark: 'true' });
    const articles = data.passages.map(({ title }) => slugs.get(title.split(' › ')[0] ?? ''));
    return { ...data, articles: [...new Set(articles)] };
  };

  it('bring the article that answers first', async () => {
    const wrong: string[] = [];
    for (const [question, article] of Object.entries(first)) {
      const { articles } = await ask(question);
      if (articles[0] !== article) wrong.push(`${question}: ${articles.join(', ')}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('are all answered', async () => {
    for (const question of [...Object.keys(first), ...Object.keys(later)])
      assert.ok((await ask(question)).found, question);
  });

  it('with a word that no article has are told so, and are not answered with another word', async () => {
    for (const word of 'комары камары блокчейн попугая балкон верблюд шахматы подводник криптовалюта вебинар'.split(
      ' ',
    )) {
      const { found, unknown } = await ask(word);
      assert.deepEqual({ word, found, unknown }, { word, found: false, unknown: [word] });
    }
  });

  it('with a typo are answered as without one, and the word that was searched for is named', async () => {
    for (const [typed, meant] of Object.entries({
      сиптик: 'септик',
      типлица: 'теплица',
      фундаминт: 'фундамент',
      шлакбаум: 'шлагбаум',
      аткатные: 'откатные',
      подрятчик: 'подрядчик',
      мижевание: 'межевание',
    })) {
      const { found, searched } = await ask(typed);
      assert.deepEqual({ found, searched }, { found: true, searched: [{ asked: typed, meant }] });
    }
  });

  it('in the other keyboard layout, in Latin letters, without a space or with one too many are read as they were meant', async () => {
    const wrong: string[] = [];
    for (const [typed, article] of Object.entries({
      'crdf;byf pfvthpkf': 'skvazhina-i-nasos',
      'skvazhina zamerzla': 'skvazhina-i-nasos',
      'скважиназамерзла насос': 'skvazhina-i-nasos',
      'фунда мент глубина': 'fundament-i-promerzanie',
      'откатные шлаг баум': 'otkatnye-vorota',
      'гидро изоляция': 'kak-nanyat-podryadchika',
      'гидро изоляция откатныеворота': 'otkatnye-vorota',
    })) {
      const { articles } = await ask(typed);
      if (articles[0] !== article) wrong.push(`${typed}: ${articles.join(', ')}`);
    }
    assert.deepEqual(wrong, []);
  });
});
