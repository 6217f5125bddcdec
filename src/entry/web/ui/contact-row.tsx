import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { list_companies } from '../../../features/operations/company/list_companies.ts';
import type { list_contacts } from '../../../features/operations/settlement/list_contacts.ts';
import { companyStateTexts, companyStateTones } from '../words/company-texts.ts';
import { contactCategoryIcons, formatPhone } from '../words/directory-texts.ts';
import { Tag } from './badge.tsx';
import { CallButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Medal, type MedalKind } from './medal.tsx';
import { Row } from './row.tsx';

export const texts = {
  call: { en: 'Call', ru: 'Позвонить' },
  help: { en: 'One number for help', ru: 'Единая помощь' },
  helpWhy: {
    en: 'fire, ambulance, police — also without a SIM card',
    ru: 'пожар, скорая, полиция\u00a0— даже без сим-карты',
  },
} as const satisfies Record<string, Text>;

export type Contact = z.output<typeof list_contacts.output>['contacts'][number];
export type Company = z.output<typeof list_companies.output>['companies'][number];

const medalKinds = ['gold', 'silver', 'bronze', 'dung'] as const satisfies readonly MedalKind[];

/** Medals given; `all` includes those with a count of zero. */
export function Medals({ medals, all }: { medals: Contact['medals']; all?: boolean }) {
  const shown = medalKinds.filter((kind) => all || medals[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <span class={all ? 'medals big-medals' : 'medals'}>
      {shown.map((kind) => (
        <Medal key={kind} kind={kind} count={medals[kind]} />
      ))}
    </span>
  );
}

/** One text node before the medals: suggestions show only the text. On paper the numbers stand where the button was. */
function renderLine(
  words: readonly (string | undefined)[],
  { medals, phones }: Pick<Contact, 'medals' | 'phones'>,
): ComponentChildren {
  return (
    <>
      {words.filter(Boolean).join(' · ')}
      <Medals medals={medals} />
      {phones.length > 0 && <span class="in-print"> {phones.map(formatPhone).join(', ')}</span>}
    </>
  );
}

export function ContactRow({ settlement, contact }: { settlement: string; contact: Contact }) {
  const [number] = contact.phones;
  const isEmergency = contact.category === 'emergency';
  const words = isEmergency
    ? [number && formatPhone(number), contact.notes || contact.hours]
    : [contact.hours || contact.address];
  return (
    <Row
      href={fillPath(paths.contact, { settlement, contact: contact.slug })}
      option={contact.name}
      icon={contactCategoryIcons[contact.category]}
      tone={isEmergency ? ('danger' as const) : undefined}
      title={contact.name}
      line={renderLine(words, contact)}
      action={
        number ? (
          <CallButton number={number} about={contact.name}>
            {texts.call}
          </CallButton>
        ) : undefined
      }
    />
  );
}

export function CompanyRow({ settlement, company }: { settlement: string; company: Company }) {
  const [number] = company.phones;
  const query = new URLSearchParams({ settlement });
  return (
    <Row
      href={`${fillPath(paths.company, { company: company.slug })}?${query}`}
      option={company.name}
      icon="company"
      title={company.name}
      line={renderLine([company.trades.slice(0, 4).join(', '), company.hours], company)}
      age={
        company.is_verified ? undefined : (
          <Tag tone={companyStateTones[company.state]}>{companyStateTexts[company.state]}</Tag>
        )
      }
      action={
        number ? (
          <CallButton number={number} about={company.name}>
            {texts.call}
          </CallButton>
        ) : undefined
      }
    />
  );
}

/** The national number 112 comes first, also where the board has entered no contact. */
export function EmergencyNumberRow() {
  return (
    <Row
      icon="alert"
      tone="danger"
      title={texts.help}
      line={texts.helpWhy}
      action={
        <a class="button danger compact" href="tel:112">
          <Icon name="phone" size="s" />
          <span class="unseen">{texts.call} </span>112
        </a>
      }
    />
  );
}
