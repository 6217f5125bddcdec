/**
 * Groups of related words that stemmers do not unite: irregular forms, adjectives and their nouns, countries and
 * their adjectives, numbers, abbreviated units. The PostgreSQL dictionaries stem the rest.
 */
const english = `
  arise arose arisen, bear bore borne, born birth, beat beaten, become became, begin began begun, bend bent,
  bind bound, bite bit bitten, blow blew blown, break broke broken, breed bred, bring brought, build built,
  burn burnt, buy bought, catch caught, choose chose chosen choice, come came, deal dealt, die death dead,
  dig dug, draw drew drawn, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen,
  feed fed, feel felt, fight fought, find found, flee fled flight, fly flew flown flight,
  forbid forbade forbidden, forget forgot forgotten, freeze froze frozen, give gave given gift,
  go went gone, grow grew grown growth, hang hung, hear heard, hide hid hidden, hold held, keep kept,
  know knew known knowledge, lay laid, lead led, leave left, lend lent, lie lay lain, lose lost loss,
  make made, mean meant, meet met, mistake mistook mistaken, mow mown, overcome overcame,
  overthrow overthrew overthrown, pay paid, prove proven proof, ride rode ridden, ring rang rung,
  rise rose risen, run ran, say said, see saw seen, seek sought, sell sold sale, send sent,
  shake shook shaken, shoot shot, show shown, shrink shrank shrunk, sing sang sung song, sink sank sunk,
  sit sat, sleep slept, speak spoke spoken speech, spend spent, spin spun, spring sprang sprung,
  stand stood, steal stole stolen theft, stick stuck, strike struck stricken, swear swore sworn,
  sweep swept, swim swam swum, take took taken, teach taught, tear tore torn, tell told, think thought,
  throw threw thrown, undergo underwent undergone, understand understood, undertake undertook undertaken,
  wear wore worn, weave wove woven, weigh weight, win won, withdraw withdrew withdrawn, write wrote written,
  man men, woman women, child children, foot feet, tooth teeth, mouse mice, goose geese, person people,
  wife wives, life lives live, leaf leaves, half halves, knife knives, wolf wolves, thief thieves,
  phenomenon phenomena, bacterium bacteria, criterion criteria, index indices, analysis analyses,
  crisis crises, long length, strong strength, high height, wide width, deep depth, broad breadth, hot heat,
  warm warmth, poor poverty, wealth wealthy, good better best, bad worse worst, far further farther,
  little less least, old elder, percent percentage`;

const russian = `
  идти шел шла шли, прийти пришел пришла пришли, найти нашел нашла нашли, уйти ушел ушла ушли,
  выйти вышел вышла вышли, войти вошел вошла вошли, пойти пошел пошла пошли, дойти дошел дошла дошли,
  перейти перешел перешла перешли, произойти произошел произошла произошли, пройти прошел прошла прошли,
  человек люди людей, ребенок ребенка дети детей, мать матери, дочь дочери, отец отца, день дня дней,
  лев льва, есть ест едят ел еда, мочь могут мог могла, ехать едет поехать, взять взял возьмет,
  жить живет жил, умереть умер умирать, расти рос росла растет, петь поет пел, пить пьет пил, бить бьет бил,
  звать зовет звал, ждать ждет ждал, друг друзья друзей, сын сыновья сыновей, сестра сестер,
  имя имени имена, время времени времена, племя племени племена`;

const countries = `
  france french, spain spanish, poland polish, greece greek, turkey turkish, denmark danish, sweden swedish,
  wales welsh, scotland scottish scots, ireland irish, britain british uk, england english,
  netherlands dutch holland, switzerland swiss, europe european eu, china chinese, portugal portuguese,
  finland finnish, norway norwegian, thailand thai, philippines filipino, iceland icelandic,
  lebanon lebanese, naples neapolitan, flanders flemish, normandy norman, byzantium byzantine,
  islam islamic muslim, jew jewish judaism, usa us american america, venice venetian, peru peruvian,
  cyprus cypriot, франция французский француз, беларусь беларуси белоруссия белорусский белорус,
  россия российский русский рф, англия английский, турция турецкий, греция греческий грек,
  индия индийский индиец, китай китайский китаец китайцы, испания испанский испанец, норвегия норвежский,
  польша польский поляк, чехия чешский, германия германский немецкий немец,
  голландия нидерланды голландский, египет египетский египтянин, япония японский японец, европа европейский,
  америка американский сша, италия итальянский итальянец, швеция шведский швед, финляндия финский,
  корея корейский, армения армянский, венгрия венгерский, австрия австрийский, бельгия бельгийский,
  великобритания британия британский, африка африканский, узбекистан узбекский, литва литовский,
  латвия латвийский, рим римский римляне, москва московский`;

const numbers = `
  one first 1 1st, two second 2 2nd twice ii, three third 3 3rd iii, four fourth 4 4th iv,
  five fifth 5 5th v, six sixth 6 6th vi, seven seventh 7 7th vii, eight eighth 8 8th viii,
  nine ninth 9 9th ix, ten tenth 10 10th x, eleven eleventh 11 11th xi, twelve twelfth 12 12th xii,
  thirteen thirteenth 13 13th xiii, fourteen fourteenth 14 14th xiv, fifteen fifteenth 15 15th xv,
  sixteen sixteenth 16 16th xvi, seventeen seventeenth 17 17th xvii, eighteen eighteenth 18 18th xviii,
  nineteen nineteenth 19 19th xix, twenty twentieth 20 20th xx, hundred 100, thousand 1000, первый 1,
  второй 2 ii, третий 3 iii, четвертый 4 iv, пятый 5 v, шестой 6 vi, седьмой 7 vii, восьмой 8 viii,
  девятый 9 ix, десятый 10 x, одиннадцатый 11 xi, двенадцатый 12 xii, тринадцатый 13 xiii,
  четырнадцатый 14 xiv, пятнадцатый 15 xv, шестнадцатый 16 xvi, семнадцатый 17 xvii, восемнадцатый 18 xviii,
  девятнадцатый 19 xix, двадцатый 20 xx`;

/** Not г, т and в, which are a year, «т. е.» and a preposition more often than a unit. */
const units = `
  м метр, см сантиметр, мм миллиметр, км километр, га гектар, л литр, мл миллилитр, кг килограмм, вт ватт,
  квт киловатт, мвт мегаватт, гц герц, мин минута, сек секунда, ч час, руб рубль, тыс тысяча 1000, млн миллион,
  млрд миллиард, кв квадратный, куб кубический кубометр, cm centimeter centimetre, mm millimeter millimetre,
  km kilometer kilometre, kg kilogram kilogramme, kw kilowatt, lb lbs pound, ft foot feet`;

const groups = [english, russian, countries, numbers, units].flatMap((all) =>
  all.split(',').map((group) => group.trim().split(/\s+/)),
);

export const irregularWords: readonly string[] = groups.flat();

/** Maps the stem of every irregular word to the stems of its other forms. */
export function linkForms(stems: ReadonlyMap<string, string>): Map<string, ReadonlySet<string>> {
  const linked = new Map<string, Set<string>>();
  for (const group of groups) {
    const forms = new Set(group.flatMap((word) => stems.get(word) ?? []));
    for (const form of forms) {
      const others = linked.get(form) ?? new Set();
      for (const other of forms) if (other !== form) others.add(other);
      linked.set(form, others);
    }
  }
  return linked;
}
