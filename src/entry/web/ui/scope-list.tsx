import type { Language } from '../../../base/i18n/text.ts';
import { scopeNames, scopeTexts } from '../words/shared-texts.ts';
import { Tag } from './badge.tsx';

type ScopeListProps = {
  readonly scopes: readonly string[];
  readonly language: Language;
  readonly detailed?: boolean | undefined;
  /** Also shows the scope name, for developers. */
  readonly named?: boolean | undefined;
};

/** Scopes as texts in a fixed order; an unknown scope is shown by its name. */
export function ScopeList(props: ScopeListProps) {
  const known = scopeNames.filter((name) => props.scopes.includes(name));
  const others = props.scopes.filter((name) => !Object.hasOwn(scopeTexts, name));
  return (
    <ul class={props.detailed ? 'stack tight' : 'tags'}>
      {known.map((name) => (
        <li key={name}>
          {props.detailed ? (
            <>
              <b>{scopeTexts[name].title[props.language]}</b>
              <br />
              <span class="small soft">{scopeTexts[name].detail[props.language]}</span>
            </>
          ) : (
            <Tag>{scopeTexts[name].title[props.language]}</Tag>
          )}
          {props.named && <code> {name}</code>}
        </li>
      ))}
      {others.map((name) => (
        <li key={name}>{props.detailed ? name : <Tag>{name}</Tag>}</li>
      ))}
    </ul>
  );
}
