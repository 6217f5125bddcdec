import type { Text } from '../../../base/i18n/text.ts';
import { Icon } from './icon.tsx';
import { say, useLanguage, type Words } from './language-context.ts';
import { type SuggestSource, suggestAttributes } from './suggest.ts';

export const texts = {
  find: { en: 'Find', ru: 'Найти' },
} as const satisfies Record<string, Text>;

type SearchFormProps = {
  readonly action: string;
  readonly name?: string | undefined;
  readonly label: Words;
  readonly value: string;
  /** Shows the label; otherwise it is only for screen readers. */
  readonly showsLabel?: boolean | undefined;
  /** The label by default. */
  readonly placeholder?: Words | undefined;
  readonly maxLength?: number | undefined;
  readonly autofocus?: boolean | undefined;
  /** Other query parameters to keep. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  /** Autocomplete; the page needs `combobox.js` among its scripts. */
  readonly suggest?: SuggestSource | undefined;
  /** Primary button, also without a visible label. */
  readonly primary?: boolean | undefined;
};

/** GET form: the query is part of the URL. */
export function SearchForm(props: SearchFormProps) {
  const { action, name = 'q', label, value, showsLabel, maxLength = 120, autofocus, hidden = {} } = props;
  const language = useLanguage();
  return (
    <search aria-label={say(label)}>
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
              // ARIA in HTML allows no combobox role on type `search`.
              type={(props.suggest ? 'text' : 'search') as 'search'}
              enterkeyhint="search"
              name={name}
              value={value}
              maxLength={maxLength}
              autocomplete="off"
              placeholder={say(props.placeholder ?? (showsLabel ? undefined : label))}
              autofocus={autofocus}
              {...(props.suggest && suggestAttributes(props.suggest, language))}
            />
          </div>
          <button class={showsLabel || props.primary ? 'button' : 'button quiet'} type="submit">
            <Icon name="search" size="s" />
            <span class="wide-only">{texts.find}</span>
          </button>
        </div>
      </form>
    </search>
  );
}
