import { z } from 'zod';
import { enumField, id, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import {
  type CorrectedType,
  type Correction,
  dropUnchanged,
  findUnknownContactFields,
  findUnknownFields,
  pickFields,
  requiredContactFields,
} from '../../../domain/rules/proposal-conflicts.ts';
import { mayActAsResident } from '../../../domain/rules/settlement-role.ts';
import {
  findProposal,
  insertProposal,
  lockRecord,
  type ProposalRow,
} from '../../../store/directory/proposals.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { correctedTypes, ownProposal, proposed, shortProposalReply, showOwnProposal } from './shapes.ts';

export const propose_change = defineOperation({
  name: 'propose_change',
  tag: 'Proposal',
  route: 'POST /settlements/{settlement}/change-proposals',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Propose a change of a contact or company, or a new contact; the board decides.',
  description: 'For confirmed residents. Without a subject: a new contact, with name and category.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    subject_type: enumField(correctedTypes).nullish().describe('Contact or company.'),
    subject_id: id.nullish().describe('Its id.'),
    proposed,
    note: text(500).trim().nullish().describe('How the author knows.'),
    seen: proposed.nullish().describe('What you saw in these fields; refused if changed since.'),
  }),
  output: z.object({ data: ownProposal }),
  shortReply: shortProposalReply,
  async load({ settlement, subject_type, subject_id }, context) {
    const { id: settlementId, settlementRole } = await loadSettlement(settlement, context);
    const subject = requireSubject(subject_type ?? null, subject_id ?? null);
    const record =
      subject.id === null ? null : await lockRecord(context.db, settlementId, subject.type, subject.id);
    if (record === undefined || (record?.isArchived && !settlementRole.isEditor))
      return refuse.notFound(subject.type);
    return { settlementId, settlementRole, subject, record };
  },
  permit({ settlementRole }) {
    if (!settlementRole.isEditor) permit(mayActAsResident(settlementRole));
  },
  async write({ note, seen, ...asked }, context, { settlementId, subject, record }) {
    const { db, caller, now, newId } = context;
    const wanted = asked.proposed as Correction;
    if (record === null) requireContactFields(wanted);
    else requireKnownFields(subject.type, wanted);
    if (record !== null) refuseConflicts(wanted, seen ?? {}, record.fields, (field) => `proposed.${field}`);
    const changes = record === null ? wanted : dropUnchanged(wanted, record.fields);
    if (Object.keys(changes).length === 0)
      refuse.invalid('proposed', {
        en: 'Name at least one field with a value that differs from the current one.',
        ru: 'Назовите хотя бы одно поле, значение которого отличается от нынешнего.',
      });
    const proposalId = newId();
    await insertProposal(db, {
      id: proposalId,
      settlementId,
      subjectType: subject.type,
      subjectId: subject.id ?? newId(),
      isNew: record === null,
      authorId: caller.accountId,
      note: note ?? '',
      proposed: changes,
      before: pickFields(record?.fields ?? {}, Object.keys(changes)),
      now: now(),
    });
    await publishEvent(context, {
      type: 'proposal_waiting',
      settlementId,
      proposalId,
      subjectName: record?.name ?? String(changes.name),
      authorId: caller.accountId,
    });
    return { data: showOwnProposal((await findProposal(db, proposalId)) as ProposalRow) };
  },
  show: showWritten,
});

/** Type and identifier together, or no identifier for a new contact; companies register themselves. */
function requireSubject(
  type: CorrectedType | null,
  subjectId: string | null,
): { type: CorrectedType; id: string | null } {
  if (subjectId !== null && type === null)
    refuse.invalid('subject_type', {
      en: 'Say whether it is a contact or a company.',
      ru: 'Укажите, контакт это или компания.',
    });
  if (subjectId === null && type === 'company')
    refuse.invalid('subject_id', {
      en: 'Name the company. Only a contact can be proposed anew: companies register themselves.',
      ru: 'Укажите компанию. Предложить заново можно только контакт: компании регистрируются сами.',
    });
  return { type: type ?? 'contact', id: subjectId };
}

function requireKnownFields(type: CorrectedType, wanted: Correction): void {
  const [foreign] = findUnknownFields(type, wanted);
  if (foreign !== undefined)
    refuse.invalid(`proposed.${foreign}`, {
      en: `A ${type} has no such field to correct.`,
      ru: 'У этой записи нет такого поля.',
    });
}

function requireContactFields(wanted: Correction): void {
  const [foreign] = findUnknownContactFields(wanted);
  if (foreign !== undefined)
    refuse.invalid(`proposed.${foreign}`, {
      en: 'A new contact has no such field.',
      ru: 'У нового контакта нет такого поля.',
    });
  const missing = requiredContactFields.filter((field) => wanted[field] === undefined);
  if (missing.length > 0)
    refuse.invalidFields(
      Object.fromEntries(
        missing.map((field) => [
          `proposed.${field}`,
          [{ en: 'A new contact needs this.', ru: 'Для нового контакта это нужно.' }],
        ]),
      ),
    );
}
