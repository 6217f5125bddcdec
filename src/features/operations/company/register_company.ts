import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { outEnum, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { decideRepresentation, waitsForModerators } from '../../../domain/rules/company-access.ts';
import { maxRepresentatives } from '../../../domain/rules/company-states.ts';
import { refuseOverQuota } from '../../../domain/rules/quotas.ts';
import { countQuotaUsage, lockQuotas } from '../../../store/accounts/quotas.ts';
import { insertCompany, lockCompanyByInn } from '../../../store/directory/companies.ts';
import {
  countStanding,
  findRepresentativeState,
  hasHadRepresentatives,
  setRepresentative,
} from '../../../store/directory/company-representatives.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { findSimilarCompanies } from '../../../store/search/similar-things.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { similarReply, tellSimilar, unlessSimilarField } from '../shapes/similar.ts';
import {
  companyFields,
  companyPagePath,
  companyWithPeople,
  inn,
  loadCompanyCard,
  representativeStates,
  shortCompanyReply,
} from './shapes.ts';

const { name, description, trades, phones, address, hours, site } = companyFields;

export const register_company = defineOperation({
  name: 'register_company',
  tag: 'Company',
  route: 'POST /companies',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'platform',
  audiences: ['company'],
  summary: 'Claim a company by its INN, registering it if it is not there yet. Safe to repeat.',
  description:
    'A new company is registered with the card sent, unverified, and the caller speaks for it at once. A company that ' +
    'is there already stays as it is, whatever card was sent: the caller becomes one who claims to speak for it, and a ' +
    'moderator decides. `representation` tells which it was. The card is changed later with edit_company; the ' +
    'settlements served are named there too, one until a moderator has verified the company. So many may wait: show_me {quotas}.',
  idempotent: true,
  input: z.object({
    inn,
    name,
    description: description.default(''),
    trades: trades.default([]),
    phones: phones.default([]),
    address: address.default(''),
    hours: hours.default(''),
    site: site.default(''),
    tags: stateDefault([], tagNames.nullish()),
    unless_similar: unlessSimilarField,
  }),
  output: z.object({
    data: companyWithPeople.extend({
      representation: outEnum(representativeStates).describe(
        'confirmed: the caller speaks for the company; claimed: waits for a moderator.',
      ),
    }),
    similar: similarReply,
  }),
  shortReply: [...shortCompanyReply, 'similar'],
  pagePath: companyPagePath,
  async write({ tags, ...card }, context) {
    const { db, caller, services, now, newId } = context;
    const at = now();
    await lockQuotas(db, caller.accountId);
    const fields = {
      name: card.name,
      description: card.description,
      trades: card.trades,
      phones: card.phones,
      address: card.address,
      hours: card.hours,
      site: card.site,
    };
    const known = await lockCompanyByInn(db, card.inn);
    const similar = tellSimilar(
      context,
      known ? [] : await findSimilarCompanies(db, fields),
      (row) => fillPath(paths.company, { company: row.slug ?? row.id }),
      card.unless_similar,
    );
    const created = known
      ? undefined
      : await insertCompany(db, { ...fields, id: newId(), inn: card.inn, now: at });
    const company = known ?? created ?? (await lockCompanyByInn(db, card.inn));
    if (company === undefined) throw new Error('The company that conflicted with the insert is gone.');
    if (created && tags?.length) {
      await setTags(db, { subjectType: 'company', subjectId: company.id, settlementId: null }, tags, newId);
    }
    // Nobody has spoken for a company that this call has just registered.
    const own = created ? null : await findRepresentativeState(db, company.id, caller.accountId);
    const hadOthers = !created && (await hasHadRepresentatives(db, company.id));
    const representation = decideRepresentation(own, hadOthers);
    if (representation !== own) {
      if (!created && (await countStanding(db, company.id)) >= maxRepresentatives)
        refuse.invalid('inn', {
          en: 'So many people ask to speak for this company already that moderators decide about them first.',
          ru: 'Эту компанию уже просятся представлять слишком многие: сначала модераторы решат о них.',
        });
      if (waitsForModerators(representation, company)) {
        const waiting = await countQuotaUsage(db, 'waiting', caller, at);
        refuseOverQuota('inn', 'waiting', waiting, services.quotas);
      }
      await setRepresentative(db, company.id, caller.accountId, representation, at);
      await recordDecision(context, {
        action: 'register_company',
        subject: { type: 'company', id: company.id },
        settlementId: null,
        before: { representation: own },
        after: { title: company.name, representation, isNew: created !== undefined },
      });
      await publishEvent(context, {
        type: 'company_claimed',
        companyId: company.id,
        name: company.name,
        accountId: caller.accountId,
      });
    }
    return { data: { ...(await loadCompanyCard(db, company.id, caller)), representation }, ...similar };
  },
  show: showWritten,
});
