import { z } from 'zod';
import { id, named, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { announce } from '../../notify/announce.ts';
import {
  type Correction,
  findForeignFields,
  keepChanges,
  pickFields,
} from '../../rules/proposal-conflict.ts';
import { mayActAsResident } from '../../rules/standing.ts';
import {
  findProposal,
  insertProposal,
  lockRecord,
  type ProposalRow,
} from '../../store/directory/proposals.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { correctedTypes, ownProposal, proposed, showOwnProposal } from './shapes.ts';

export const propose_change = defineOperation({
  name: 'propose_change',
  tag: 'Proposal',
  route: 'POST /settlements/{settlement}/change-proposals',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Propose a correction to a contact or company in the directory. The board decides.',
  description: 'For confirmed residents. Follow it with list_my_change_proposals.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    subject_type: named(correctedTypes).describe('What is corrected.'),
    subject_id: id.describe('Its identifier.'),
    proposed,
    note: text(500).trim().nullish().describe('How the author knows.'),
  }),
  output: z.object({ data: ownProposal }),
  async handle({ settlement, subject_type, subject_id, note, ...asked }, context) {
    const { db, caller, now, newId } = context;
    const { id: settlementId, standing } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const record = await lockRecord(db, settlementId, subject_type, subject_id);
    if (record === undefined || (record.isArchived && !standing.isEditor))
      return refuse.notFound(subject_type);
    if (!standing.isEditor) permit(mayActAsResident(standing));
    const [foreign] = findForeignFields(subject_type, asked.proposed as Correction);
    if (foreign !== undefined)
      refuse.invalid(`proposed.${foreign}`, {
        en: `A ${subject_type} has no such field to correct.`,
        ru: 'У этой записи нет такого поля.',
      });
    const changes = keepChanges(asked.proposed as Correction, record.fields);
    if (Object.keys(changes).length === 0)
      refuse.invalid('proposed', {
        en: 'Name at least one field with a value that differs from what stands now.',
        ru: 'Назовите хотя бы одно поле, значение которого отличается от нынешнего.',
      });
    const proposalId = newId();
    await insertProposal(db, {
      id: proposalId,
      settlementId,
      subjectType: subject_type,
      subjectId: subject_id,
      authorId: caller.accountId,
      note: note ?? '',
      proposed: changes,
      before: pickFields(record.fields, Object.keys(changes)),
      now: now(),
    });
    await announce(context, {
      type: 'proposal_waiting',
      settlementId,
      proposalId,
      subjectName: record.name,
      authorId: caller.accountId,
    });
    return { data: showOwnProposal((await findProposal(db, proposalId)) as ProposalRow) };
  },
});
