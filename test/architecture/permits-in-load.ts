/** Functions of a file by name, with their text. */
function* listFunctions(source: string): Iterable<[name: string, text: string]> {
  const starts = [
    ...source.matchAll(/^(?:export |async |function |const |interface |type |class |import |\/\*\*)/gm),
  ];
  for (const [place, { index }] of starts.entries()) {
    const text = source.slice(index, starts[place + 1]?.index);
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1];
    if (name !== undefined) yield [name, text.slice(text.indexOf(name) + name.length)];
  }
}

/**
 * Files whose definition refuses for want of permission in `load`, there or in a function that it calls. The sources are
 * formatted, so indentation tells where a stage ends.
 */
export function listPermitsInLoad(sources: ReadonlyMap<string, string>): string[] {
  const functions = [...sources.values()].flatMap((source) => [...listFunctions(source)]);
  const judging = new Set(['permit']);
  const judges = (text: string) =>
    text.includes('refuse.forbidden') ||
    [...text.matchAll(/(?<![.\w])(\w+)\b/g)].some(([, name]) => judging.has(name as string));
  for (let before = 0; before < judging.size; ) {
    before = judging.size;
    for (const [name, text] of functions)
      if (!text.includes('defineOperation(') && judges(text)) judging.add(name);
  }
  return [...sources].flatMap(([path, source]) => {
    const load = /^ {2}(?:async )?load(?:\(|: )[\s\S]*?(?=^ {2}[a-z/]|^\})/m.exec(source)?.[0];
    return source.includes('defineOperation(') && load !== undefined && judges(load) ? [path] : [];
  });
}
