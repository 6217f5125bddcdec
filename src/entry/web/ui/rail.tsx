import type { Text } from '../../../base/i18n/text.ts';
import { Counter } from './badge.tsx';
import { Icon } from './icon.tsx';
import { useLanguage } from './language-context.ts';
import { findCurrentItem, listNavigationGroups, type NavigationItem, type Overview } from './navigation.ts';
import { usePage } from './page-context.ts';
import { PlaceSwitcher } from './place-switcher.tsx';

export const texts = { sections: { en: 'Sections', ru: 'Разделы' } } as const satisfies Record<string, Text>;

/** Side navigation of wide screens. */
export function Rail({ overview, pathname }: { overview: Overview; pathname: string }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const groups = listNavigationGroups(overview)
    .map(({ title, items }) => ({ title, items: items.filter(({ href }) => hasPage(href)) }))
    .filter(({ items }) => items.length > 0);
  const here = findCurrentItem(
    groups.flatMap((group) => group.items),
    pathname,
  );
  const show = ({ href, text, icon, count, children }: NavigationItem) => (
    <li key={href}>
      <a href={href} aria-current={href === here ? 'page' : undefined}>
        {icon && <Icon name={icon} />}
        <span>{text}</span>
        {count !== undefined && <Counter count={count} />}
      </a>
      {children && <ul>{children.filter((item) => hasPage(item.href)).map(show)}</ul>}
    </li>
  );
  return (
    <nav class="rail" data-region="rail" data-live="*" aria-label={texts.sections[language]}>
      <PlaceSwitcher overview={overview} brand />
      {groups.map(({ title, items }) => (
        <div key={title?.en ?? ''}>
          {title && <h2>{title}</h2>}
          <ul>{items.map(show)}</ul>
        </div>
      ))}
    </nav>
  );
}
