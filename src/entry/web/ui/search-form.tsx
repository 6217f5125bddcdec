import type { Text } from '../../../base/i18n/text.ts';
import { Icon } from './icon.tsx';
import { useLanguage } from './language.ts';
import { type Suggest, suggestAttributes } from './suggest.ts';

export const texts = {
  find: { en: 'Find', ru: 'Найти' },
} as const satisfies Record<string, Text>;

type SearchFormProps = {
  readonly action: string;
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  /** Said above the field, not only to those who hear the page. */
  readonly showsLabel?: boolean;
  /** An example in the empty field; the label itself when there is none. */
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** The page is here for this field: it is ready to type into. */
  readonly autofocus?: boolean;
  /** What else of the address stays. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** What is offered while typing; the page lists `combobox.js` among its scripts. */
  readonly suggest?: Suggest;
  /** The filled button of the page, also without a label above. */
  readonly primary?: boolean;
};

/** One field and its button: what is sought is part of the address. */
export function SearchForm(props: SearchFormProps) {
  const { action, name = 'q', label, value, showsLabel, maxLength = 120, autofocus, hidden = {} } = props;
  const language = useLanguage();
  return (
    <search>
      <form class="ask" method="get" action={action}>
        {Object.entries(hidden).map(([field, content]) => (
          <input key={field} type="hidden" name={field} value={content} />
        ))}
        <label class={showsLabel ? 'label' : 'unseen'} for={`search-${name}`}>
          {label}
        </label>
        <div class="field-row">
          <div class="field">
            <input
              class="input"
              id={`search-${name}`}
              // A field with suggestions may not be one of the kind `search`.
              type={(props.suggest ? 'text' : 'search') as 'search'}
              enterkeyhint="search"
              name={name}
              value={value}
              maxLength={maxLength}
              autocomplete="off"
              placeholder={props.placeholder ?? (showsLabel ? undefined : label)}
              autofocus={autofocus}
              {...(props.suggest && suggestAttributes(props.suggest, language))}
            />
          </div>
          <button class={showsLabel || props.primary ? 'button' : 'button quiet'} type="submit">
            <Icon name="search" size="s" />
            <span class="wide-only">{texts.find[language]}</span>
          </button>
        </div>
      </form>
    </search>
  );
}
