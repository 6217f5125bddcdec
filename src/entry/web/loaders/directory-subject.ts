import { fillPath, paths } from '../../../base/site/paths.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { show_company } from '../../../features/operations/company/show_company.ts';
import { list_contacts } from '../../../features/operations/settlement/list_contacts.ts';
import type { PageRequest } from '../page/page.ts';
import type { Company, Contact } from '../ui/contact-row.tsx';
import { loadSettlementContext, type SettlementContext } from './settlement-context.ts';

/** What reviews and corrections are about: a contact, or a company that serves the settlement. */
export interface Subject extends SettlementContext {
  readonly type: 'contact' | 'company';
  readonly card: Contact | Company;
  /** URLs of its pages. */
  readonly pagePaths: {
    readonly card: string;
    readonly correct: string;
    readonly medal: string;
  };
}

export interface ContactSubject extends Subject {
  readonly type: 'contact';
  readonly card: Contact;
}

export async function loadContact(
  { settlement, contact }: { settlement: string; contact: string },
  pageRequest: PageRequest,
): Promise<ContactSubject> {
  const [place, { contacts }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(list_contacts, { settlement, contact }),
  ]);
  const card = contacts[0] ?? refuse.notFound('contact');
  const names = { settlement: place.settlement.slug, contact: card.slug };
  return {
    type: 'contact',
    card,
    ...place,
    pagePaths: {
      card: fillPath(paths.contact, names),
      correct: fillPath(paths.correctContact, names),
      medal: fillPath(paths.contactMedal, names),
    },
  };
}

/** With the settlement whose reviews it shows. */
export const companyCardPath = (company: string, settlement: string) =>
  `${fillPath(paths.company, { company })}?${new URLSearchParams({ settlement })}`;

export async function loadCompany(
  { settlement, company }: { settlement: string; company: string },
  pageRequest: PageRequest,
): Promise<Subject> {
  const [place, { data: card }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(show_company, { company }),
  ]);
  if (!card.settlements.some(({ id }) => id === place.settlement.id)) refuse.notFound('company');
  const names = { settlement: place.settlement.slug, company: card.slug };
  return {
    type: 'company',
    card,
    ...place,
    pagePaths: {
      card: companyCardPath(card.slug, place.settlement.slug),
      correct: fillPath(paths.correctCompany, names),
      medal: fillPath(paths.companyMedal, names),
    },
  };
}
