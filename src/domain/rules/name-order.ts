/** Endings of Russian patronymics, and the words that follow those of the Caucasus and Central Asia. */
const patronymic =
  /(?:[оеё]вич|[оеё]вна|[иы]нична|(?:ь|ин|к|м|л)ич|иничн[ао])$|^(?:оглы|кызы|улы|уулу|гызы)$/iu;

/**
 * The word that a name is called by, and the surname: “Борис Ежов”, “Борис Львович Ежов”, “Ежов Борис Львович”,
 * “Ежов Б. Л.”. In a name that ends with a patronymic or with initials the surname comes first.
 */
export function splitFullName(name: string): {
  called: string;
  surname: string | undefined;
  isSurnameFirst: boolean;
} {
  const words = name.split(/[\s.]+/).filter((word) => /\p{L}/u.test(word));
  const [first = '', second] = words;
  const last = words.at(-1);
  if (words.length < 2) return { called: first, surname: undefined, isSurnameFirst: false };
  // Two words are called name and surname, also “Виктор Г.”.
  const isSurnameFirst =
    words.length > 2 &&
    first.length > 1 &&
    (last?.length === 1 || (patronymic.test(last ?? '') && !patronymic.test(second ?? '')));
  return isSurnameFirst
    ? { called: second as string, surname: first, isSurnameFirst }
    : { called: first, surname: last, isSurnameFirst };
}
