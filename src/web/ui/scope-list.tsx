import type { Language } from '../../i18n/text.ts';
import { scopeNames, scopeWords } from '../words/names.ts';

type ScopeListProps = {
  readonly scopes: readonly string[];
  readonly language: Language;
  readonly detailed?: boolean;
  /** For developers: the name on the wire beside the words. */
  readonly named?: boolean;
};

/** What the scopes allow, in plain words and always in the same order; an unknown one keeps its own name. */
export function ScopeList(props: ScopeListProps) {
  const known = scopeNames.filter((name) => props.scopes.includes(name));
  const others = props.scopes.filter((name) => !Object.hasOwn(scopeWords, name));
  return (
    <ul class={props.detailed ? 'abilities' : 'chips'}>
      {known.map((name) => (
        <li key={name}>
          {props.detailed ? (
            <>
              <strong>{scopeWords[name].title[props.language]}</strong>
              <br />
              {scopeWords[name].detail[props.language]}
            </>
          ) : (
            scopeWords[name].title[props.language]
          )}
          {props.named && <code> {name}</code>}
        </li>
      ))}
      {others.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
