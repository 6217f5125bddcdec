/** Texts that cause backtracking in careless regular expressions and parsers. */
export const slowTexts: Record<string, string> = {
  'combining marks': 'e\u0301\u0302\u0303',
  blanks: ' ',
  'letters and blanks': 'a ',
  'opening brackets': '[',
  'links half open': '[a](',
  stars: '*a **b ',
  quotes: '> ',
  backticks: '`a``',
  pipes: '|a',
  'lines of lists': '- a\n  ',
  'at signs': 'a@a.',
  mentions: '[object:1] ',
  'dots and digits': '1.1-',
  html: '<a b="',
  footnotes: '[^a]: [^a]\n',
};
