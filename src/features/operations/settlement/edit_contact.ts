import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { reference, tagChanges, tagNames } from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { type Correction, pickFields } from '../../../domain/rules/proposal-conflicts.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { mayEditSettlement } from '../../../domain/rules/settlement-role.ts';
import {
  type ContactRow,
  findContact,
  isContactReferenced,
  lockContact,
  updateContact,
} from '../../../store/directory/contacts.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { softDelete } from '../../../store/system/soft-delete.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import {
  contactCard,
  contactFields,
  contactPagePath,
  shortContactReply,
  showContact,
} from '../shapes/contacts.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { restoreRemoved, showRestorableUntil } from '../shapes/restoration.ts';
import { showContactAsItStands } from './contact-as-it-stands.ts';

const { name, category, phones, address, hours, site, notes } = contactFields;
const fields = {
  name: name.optional(),
  category: category.optional(),
  phones: phones.optional(),
  address: address.optional(),
  hours: hours.optional(),
  site: site.optional(),
  notes: notes.optional(),
};

export const edit_contact = defineOperation({
  name: 'edit_contact',
  tag: 'Settlement',
  route: 'PATCH /settlements/{settlement}/contacts/{contact}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['settlement'],
  toolsets: ['directory'],
  offeredTo: ['editor'],
  summary: 'Change a contact, take it out of the directory or put it back. For the board.',
  description:
    'What is not sent stays as it was. Proposals by residents that wait for a changed field are then refused: see ' +
    'list_change_proposals.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    contact: reference.describe('From list_contacts.'),
    ...fields,
    tags: tagNames.nullish(),
    ...tagChanges,
    archived: z.boolean().optional().describe('True takes it out of the directory, false puts it back.'),
    removed: z
      .boolean()
      .optional()
      .describe('True removes it; false, with its id, brings it back for 30 days.'),
    seen: z
      .object({ ...fields, archived: z.boolean().optional().describe('Taken out.') })
      .nullish()
      .describe('As you saw the fields you change; refused if changed since.'),
  }),
  output: z.object({ data: contactCard, replaced: replacedByCall }),
  shortReply: [...shortContactReply, 'replaced'],
  pagePath: contactPagePath,
  async load({ settlement, contact, removed }, context, lock) {
    const { db } = context;
    const { id, settlementRole } = await loadSettlement(settlement, context);
    const found = lock ? await lockContact(db, id, contact, removed) : await findContact(db, id, contact);
    const { isEditor } = settlementRole;
    // What is not there may be brought back, by the board.
    const isSeen =
      found === undefined ? removed === false && isEditor : found.archivedAt === null || isEditor;
    if (!isSeen) refuse.notFound('contact');
    return { id, settlementRole, found };
  },
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  asksIf: ({ removed, archived }) => removed === true || archived === true,
  async question({ removed }, _context, { found }) {
    const name = quoteUserText(found?.name ?? '');
    return removed
      ? {
          en: `Remove the contact ${name}? You can bring it back for 30 days.`,
          ru: `Удалить контакт ${name}? Вернуть его можно в течение 30 дней.`,
        }
      : {
          en: `Remove the contact ${name} from the directory? Residents will no longer find it.`,
          ru: `Убрать контакт ${name} из справочника? Жители его больше не найдут.`,
        };
  },
  writesIn: ({ id }) => id,
  async write(
    { settlement: _settlement, contact, tags, add_tags, remove_tags, removed, seen, ...change },
    context,
    { id, found: standing },
  ) {
    const { db, caller, now, newId } = context;
    const isBack = removed === false && isId(contact) && (await restoreRemoved(context, 'contact', contact));
    const found = (isBack ? await lockContact(db, id, contact) : standing) ?? refuse.notFound('contact');
    refuseConflicts(change, seen ?? {}, pickCard(found));
    const row = await updateContact(db, found.id, change, now());
    const subject = { subjectType: 'contact', subjectId: row.id, settlementId: id } as const;
    const oldTags = await findTags(db, 'contact', row.id);
    const shown = await changeTags(db, subject, { tags, add_tags, remove_tags }, newId);
    const about = {
      action: 'edit_contact',
      subject: { type: 'contact', id: row.id },
      settlementId: id,
    } as const;
    const before = { ...pickCard(found), tags: oldTags };
    const after = { ...pickCard(row), tags: shown };
    const unseen = findReplaced(tags == null ? pickCard(found) : before, after, seen ?? {});
    const writer = unseen === null ? undefined : await findLastChange(db, id, about.subject);
    const replaced = showReplacedByCall(unseen, writer ?? { name: null, at: found.updatedAt });
    await recordChange(context, about, before, after);
    if (isBack) await recordDecision(context, { ...about, after: { removed: false, name: row.name } });
    if (!removed) return { id: row.id, ...replaced };
    if (await isContactReferenced(db, id, row.id)) {
      refuse.invalid('removed', {
        en: 'Reviews, tasks, photographs or waiting corrections belong to it. Take it out with archived instead.',
        ru: 'К нему относятся отзывы, задачи, фотографии или ждущие правки. Уберите его из справочника через archived.',
      });
    }
    const at = now();
    const thing = { id: row.id, settlementId: id, parcelId: null };
    await softDelete(db, 'contact', thing, { accountId: caller.accountId, at });
    await recordDecision(context, {
      ...about,
      before: { removed: false, name: row.name },
      after: { removed: true },
    });
    // It can be read nowhere any more.
    return { id: row.id, removed: { ...showContact(row, shown), ...showRestorableUntil({ removedAt: at }) } };
  },
  async show({ settlement }, context, { id, removed, replaced }: WrittenContact) {
    return {
      data: removed ?? (await showContactAsItStands(settlement, context, id)),
      ...(replaced && { replaced }),
    };
  },
});

interface WrittenContact {
  id: string;
  removed?: z.input<typeof contactCard>;
  replaced?: z.input<typeof replacedByCall>;
}

function pickCard({ name, category, phones, address, hours, site, notes, archivedAt }: ContactRow) {
  return { name, category, phones, address, hours, site, notes, archived: archivedAt !== null };
}

/** The fields that differ, before and after: the board reads what a colleague replaced. */
async function recordChange(
  context: SignedInContext,
  about: Pick<Parameters<typeof recordDecision>[1], 'action' | 'subject' | 'settlementId'>,
  before: Correction,
  after: Correction,
): Promise<void> {
  const changed = Object.keys(before).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return;
  await recordDecision(context, {
    ...about,
    before: { title: before.name, ...pickFields(before, changed) },
    after: pickFields(after, changed),
  });
}
