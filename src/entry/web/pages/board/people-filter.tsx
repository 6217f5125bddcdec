import type { Text } from '../../../../base/i18n/text.ts';
import { reachWays } from '../../../../domain/rules/plot-reach.ts';
import { residentRoles } from '../../../../domain/rules/residency.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say, useLanguage, type Words } from '../../ui/language-context.ts';
import * as labels from '../../words/labels.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';
import { stateFilterTexts, wayTexts } from './register-texts.ts';

export const texts = {
  filter: { en: 'Whom to show', ru: 'Кого показать' },
  states: labels.state,
  roles: { en: 'Who they are', ru: 'Кем записан' },
  ways: { en: 'How news reaches the plot', ru: 'Как до участка доходят новости' },
  order: { en: 'Sort by', ru: 'По порядку' },
  anyWay: { en: 'Any way', ru: 'Любым путём' },
  show: labels.show,
  letters: { en: 'First letter', ru: 'Первая буква' },
} as const satisfies Record<string, Text>;

export const registerSorts = ['plot', 'name', 'role', 'state'] as const;
export type RegisterSort = (typeof registerSorts)[number];

const sortTexts = {
  plot: { en: 'Plots', ru: 'Участков' },
  name: { en: 'Names, A–Z', ru: 'Имён, А–Я' },
  role: { en: 'Roles', ru: 'Кем записаны' },
  state: { en: 'States', ru: 'Состояний' },
} as const satisfies Record<RegisterSort, Text>;

export type RegisterFilter = Partial<Record<'q' | 'state' | 'role' | 'way' | 'sort' | 'letter', string>>;

type Choices = readonly (readonly [value: string, text: Text])[];

/** A GET form: what is chosen stands in the address. */
export function PeopleFilter({ action, filter }: { action: string; filter: RegisterFilter }) {
  const selects: readonly (readonly [name: keyof RegisterFilter, label: Text, choices: Choices])[] = [
    ['state', texts.states, [['', labels.all], ...Object.entries(stateFilterTexts)]],
    [
      'role',
      texts.roles,
      [['', labels.all], ...residentRoles.map((role) => [role, residentRoleTexts[role]] as const)],
    ],
    ['way', texts.ways, [['', texts.anyWay], ...reachWays.map((way) => [way, wayTexts[way]] as const)]],
    [
      'sort',
      texts.order,
      registerSorts.map((sort) => [sort === 'plot' ? '' : sort, sortTexts[sort]] as const),
    ],
  ];
  const isOpen = selects.some(([name]) => filter[name] !== undefined);
  return (
    <div class="unprinted">
      <Fold title={texts.filter} open={isOpen}>
        <form method="get" action={action} class="stack">
          {filter.q && <input type="hidden" name="q" value={filter.q} />}
          <div class="filters">
            {selects.map(([name, label, choices]) => (
              <div key={name} class="field">
                <label class="label" for={`filter-${name}`}>
                  {label}
                </label>
                <select class="input" id={`filter-${name}`} name={name}>
                  {choices.map(([value, text]) => (
                    <option key={value} value={value} selected={(filter[name] ?? '') === value}>
                      {text}
                    </option>
                  ))}
                </select>
              </div>
            ))}
          </div>
          <Button kind="quiet">{texts.show}</Button>
        </form>
      </Fold>
    </div>
  );
}

type LettersProps = {
  readonly letters: readonly string[];
  readonly chosen: string | undefined;
  readonly href: (letter: string | undefined) => string;
};

/** First letters of names, as far as there are any. */
export function Letters({ letters, chosen, href }: LettersProps) {
  const language = useLanguage();
  if (letters.length < 2) return null;
  return (
    <nav class="chips unprinted" aria-label={texts.letters[language]}>
      <a class="chip" href={href(undefined)} aria-current={chosen === undefined ? 'true' : undefined}>
        {labels.all}
      </a>
      {letters.map((letter) => (
        <a
          key={letter}
          class="chip"
          href={href(letter)}
          aria-current={letter === chosen?.toLowerCase() ? 'true' : undefined}
        >
          {letter.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}

type ChipsProps = {
  readonly label: Words;
  readonly chosen: string | undefined;
  readonly choices: readonly (readonly [value: string | undefined, text: Text])[];
  readonly href: (value: string | undefined) => string;
};

export function Chips({ label, chosen, choices, href }: ChipsProps) {
  return (
    <nav class="chips unprinted" aria-label={say(label)}>
      {choices.map(([value, text]) => (
        <a key={text.en} class="chip" href={href(value)} aria-current={value === chosen ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
