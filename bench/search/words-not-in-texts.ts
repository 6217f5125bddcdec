/** Words that no article of the demonstration has, by what should be said: a correction, or that no article has them. */
export const wordsNotInTexts: Readonly<Record<string, readonly string[]>> = {
  typo: split(
    'камары сиптик скважены типлица яблоноя калитко фундаминт утипление газонн водостг саженнец крышва мижевание ' +
      'шлакбаум насосс аткатные кампост фитафтора бисетка подрятчик',
  ),
  'right word': split(
    'комары попугая балкон самолёт верблюд пианино ракета футбол шахматы пианист гитара космонавт корабль велосипед ' +
      'аптека крокодил шоколад театр алмаз подводник',
  ),
  elsewhere: split(
    'блокчейн биткоин криптовалюта нейросеть токен хештег стартап маркетплейс фрилансер подкаст стримить геймер лайфхак ' +
      'дедлайн коворкинг блогер кэшбэк каршеринг вебинар мессенджер',
  ),
};

function split(words: string): string[] {
  return words.split(' ');
}
