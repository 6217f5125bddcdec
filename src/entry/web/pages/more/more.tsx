import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { listNavigationGroups, type NavigationItem } from '../../ui/navigation.ts';
import { texts as outboxTexts } from '../../ui/outbox.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { accountSections } from '../../words/account-sections.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.more,
  account: { en: 'My account', ru: 'Обо мне' },
  rest: { en: 'Also here', ru: 'Ещё здесь' },
  fresh: { en: 'new', ru: 'новых' },
  articles: { en: 'My entries', ru: 'Мои записи' },
  edits: { en: 'My edits of the advice', ru: 'Мои правки советов' },
  company: { en: 'Register a company', ru: 'Зарегистрировать компанию' },
  companyLine: { en: 'For those who work for residents', ru: 'Для тех, кто работает для жителей' },
  docs: { en: 'For developers', ru: 'Разработчикам' },
  signOut: { en: 'Sign out', ru: 'Выйти' },
} as const satisfies Record<string, Text>;

type Link = { readonly href: string; readonly icon: IconName; readonly text: Text; readonly line?: Text };

const ownLinks: readonly Link[] = [
  { href: paths.devices, icon: 'device', text: labels.devices },
  { href: paths.myRequests, icon: 'flag', text: labels.myRequests },
  { href: paths.myArticles, icon: 'diary', text: texts.articles },
  { href: paths.myEdits, icon: 'book', text: texts.edits },
];
const otherLinks: readonly Link[] = [
  { href: paths.settlements, icon: 'search', text: labels.findVillage },
  { href: paths.newCompany, icon: 'company', text: texts.company, line: texts.companyLine },
  { href: paths.help, icon: 'info', text: labels.help },
  { href: paths.docs, icon: 'settings', text: texts.docs },
];

/** Everything that is not in the bottom navigation: sections, roles, account, sign-out. */
export const morePage = definePage({
  path: paths.more,
  access: 'signed-in',
  texts,
  load: async (_, { session }) => ({ name: session.displayName, email: session.email }),
  head: () => ({ width: 'narrow' }),
  render: ({ name, email }, { overview }) => {
    return (
      <Screen title={texts.title} line={`${name} · ${email}`}>
        {overview && <Sections groups={listNavigationGroups(overview)} />}
        <ListCard heading={{ id: 'account', title: texts.account }}>
          {accountSections.map(({ href, icon, title, line }) => (
            <Row key={href} href={href} icon={icon} title={title} line={line} />
          ))}
        </ListCard>
        <ListCard heading={{ id: 'rest', title: texts.rest }}>
          {otherLinks.map(({ href, icon, text, line }) => (
            <Row key={href} href={href} icon={icon} title={text} line={line} />
          ))}
        </ListCard>
        <ButtonForm action={paths.logout} kind="quiet" icon="leave" leaving={outboxTexts.leaving}>
          {texts.signOut}
        </ButtonForm>
      </Screen>
    );
  },
});

function Sections({ groups }: { groups: ReturnType<typeof listNavigationGroups> }) {
  const language = useLanguage();
  const built = groups
    .map(({ title, items }, index) => ({
      title,
      items: [...items, ...(index === 0 ? ownLinks : [])].filter(({ href }) => href !== paths.today),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      {built.map(({ title, items }) => (
        <ListCard key={title?.en ?? ''} heading={title && { id: `group-${title.en}`, title }}>
          {items.map(({ href, icon, text, count = 0 }: NavigationItem) => (
            <Row
              key={href}
              href={href}
              icon={icon || undefined}
              title={text}
              line={count > 0 ? `${texts.fresh[language]}: ${count}` : undefined}
            />
          ))}
        </ListCard>
      ))}
    </>
  );
}
