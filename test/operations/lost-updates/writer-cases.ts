import { edit_settlement } from '../../../src/features/actions/edit_settlement.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import type { TestService } from '../../harness/service.ts';
import type { Persona, Village } from '../../harness/village.ts';
import { upload } from '../media/uploads.ts';

export const settlement = 'berezka';

export type Fields = Record<string, unknown>;

export interface WriterCase {
  name: string;
  /** The server of its tool; none: pages alone. */
  server?: 'resident' | 'settlement' | 'company';
  who: Persona;
  /** A second account that may write the same; none: only the account itself can. */
  other?: Persona;
  /** The field that both writers change. */
  field: string;
  /** Makes a thing whose text is `first`. */
  make(first: string): Promise<{
    at: Fields;
    /** What an edit names of what stands; none: it compares nothing. */
    base?(): Promise<Fields>;
    /** What stands, and what of the past its writers can read. */
    read(as: Persona): Promise<{ now: string; history: string }>;
  }>;
  /** What goes along with every write. */
  along?: Fields;
}

/** The neighbour also is on the board, of the resident's plot, and speaks for the company. */
export async function giveSecondWriter({ db, newId }: TestService, village: Village): Promise<void> {
  const { accounts, plots, companyId } = village;
  const now = new Date();
  await insertSettlementRole(db, village.settlement.id, accounts.neighbour, 'editor', now);
  await insertMembership(db, {
    id: newId(),
    accountId: accounts.neighbour,
    parcelId: plots.resident,
    role: 'family',
    state: 'confirmed',
    isPrimary: false,
    decidedBy: accounts.editor,
    now,
  });
  await db`
    insert into company_representative (company_id, account_id, state, created_at)
    values (${companyId}, ${accounts.neighbour}, 'confirmed', ${now})`;
}

export function listWriterCases(village: () => Village, service: () => TestService): WriterCase[] {
  const clients = () => village().clients;
  return [
    {
      name: 'edit_article',
      server: 'settlement',
      who: 'editor',
      other: 'neighbour',
      field: 'body',
      async make(body) {
        const draft = { settlement, kind: 'post', title: 'Забор', body } as const;
        const { data } = await clients().editor.write_article(draft);
        const at = { settlement, article: data.id };
        const show = async () => (await clients().editor.show_article({ ...at, replaced: true })).data;
        return {
          at,
          base: async () => ({ base_version: (await show()).version }),
          read: async () => {
            const { body: now, replaced } = await show();
            return { now, history: JSON.stringify(replaced) };
          },
        };
      },
    },
    {
      name: 'edit_company',
      server: 'company',
      who: 'company',
      other: 'neighbour',
      field: 'description',
      async make(description) {
        const company = village().companyId;
        await clients().company.edit_company({ company, description });
        const show = async () => (await clients().company.show_company({ company })).data.description;
        return {
          at: { company },
          base: async () => ({ seen: { description: await show() } }),
          read: async () => ({ now: await show(), history: '' }),
        };
      },
    },
    {
      name: 'edit_contact',
      server: 'settlement',
      who: 'editor',
      other: 'neighbour',
      field: 'notes',
      async make(notes) {
        const card = { settlement, name: 'Печник', category: 'trade', notes } as const;
        const { data } = await clients().editor.write_contact(card);
        const at = { settlement, contact: data.id };
        const show = async () => (await clients().editor.edit_contact(at)).data.notes;
        return {
          at,
          base: async () => ({ seen: { notes: await show() } }),
          read: async () => ({ now: await show(), history: '' }),
        };
      },
    },
    {
      name: 'edit_device_connection',
      server: 'resident',
      who: 'resident',
      field: 'name',
      async make(name) {
        const { data } = await clients().resident.connect_device({
          parcel: village().plots.resident,
          provider: 'push',
          name,
          settings: { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level' }] },
        });
        const connection = data.id;
        const show = async () =>
          (await clients().resident.list_my_devices({})).data.find(({ id }) => id === connection)?.name ?? '';
        return {
          at: { connection },
          base: async () => ({ seen: { name: await show() } }),
          read: async () => ({ now: await show(), history: '' }),
        };
      },
    },
    {
      name: 'edit_knowledge_article',
      server: 'resident',
      who: 'resident',
      other: 'neighbour',
      field: 'body',
      async make(body) {
        const draft = { title: `Совет ${body}`, body, publish: true };
        const { id: article } = await clients().resident.write_knowledge_article(draft);
        const { revision_id } = await clients().moderator.publish_knowledge_article({ article });
        return {
          at: { article },
          base: async () => ({ base_revision_id: revision_id }),
          async read(as) {
            const { body: now } = await clients()[as].show_knowledge_article({ article });
            const { revisions } = await clients()[as].list_knowledge_revisions({ article });
            const texts = await Promise.all(
              revisions.map(async ({ id: revision }) => {
                const { data } = await clients()[as].show_knowledge_revision({ article, revision });
                return data.state === 'replaced' ? data.body : `stands: ${data.body}`;
              }),
            );
            return { now, history: texts.join('\n') };
          },
        };
      },
    },
    {
      name: 'edit_media',
      server: 'resident',
      who: 'resident',
      field: 'caption',
      async make(caption) {
        const subject = { subject_type: 'parcel', subject_id: village().plots.resident } as const;
        const { id: media } = await upload(clients().resident, { ...subject, caption });
        const show = async () => (await clients().resident.edit_media({ media, replaced: true })).data;
        return {
          at: { media },
          base: async () => ({ seen: { caption: (await show()).caption } }),
          read: async () => {
            const { caption: now, replaced } = await show();
            return { now, history: JSON.stringify(replaced) };
          },
        };
      },
    },
    {
      name: 'edit_parcel_object',
      server: 'resident',
      who: 'resident',
      other: 'neighbour',
      field: 'notes',
      async make(notes) {
        const parcel = village().plots.resident;
        const object = { parcel, kind: 'tree', title: 'Дуб', notes } as const;
        const { data } = await clients().resident.write_parcel_object(object);
        const at = { parcel, object: data.id };
        const show = async () =>
          (await clients().resident.show_parcel_object({ ...at, replaced: true })).data;
        return {
          at,
          base: async () => ({ seen_updated_at: (await show()).updated_at }),
          read: async () => {
            const { notes: now, replaced } = await show();
            return { now, history: JSON.stringify(replaced) };
          },
        };
      },
    },
    {
      name: 'edit_profile',
      server: 'resident',
      who: 'resident',
      field: 'display_name',
      async make(display_name) {
        const change = async (input: Fields) => (await clients().resident.edit_profile(input)).data;
        await change({ display_name });
        const show = async () => (await change({})).display_name;
        return {
          at: {},
          base: async () => ({ seen: { display_name: await show() } }),
          read: async () => ({ now: await show(), history: '' }),
        };
      },
    },
    {
      name: 'edit_task',
      server: 'resident',
      who: 'resident',
      field: 'body',
      async make(body) {
        const reminder = { settlement, kind: 'reminder', title: `Полить ${body}`, body } as const;
        const { data } = await clients().resident.write_task(reminder);
        const show = async () => (await clients().resident.show_task({ task: data.id })).data;
        return {
          at: { task: data.id },
          base: async () => ({ seen_changes: (await show()).history_count }),
          read: async () => {
            const { body: now, history } = await show();
            return { now, history: JSON.stringify(history.map(({ changes }) => changes)) };
          },
        };
      },
    },
    {
      name: 'post_review',
      server: 'resident',
      who: 'resident',
      field: 'body',
      along: { medal: 'silver' },
      async make(body) {
        const { data } = await clients().editor.write_contact({
          settlement,
          name: `Мастер ${body}`,
          category: 'trade',
        });
        const at = { settlement, subject_type: 'contact', subject_id: data.id } as const;
        await clients().resident.post_review({ ...at, medal: 'silver', body });
        const show = async () => (await clients().resident.list_reviews(at)).reviews[0];
        return {
          at,
          base: async () => ({ seen: { body: (await show())?.body } }),
          read: async () => {
            const shown = await show();
            return { now: shown?.body ?? '', history: JSON.stringify(shown?.earlier) };
          },
        };
      },
    },
    {
      name: edit_settlement.name,
      who: 'editor',
      other: 'neighbour',
      field: 'address',
      async make() {
        const show = async () => (await clients().editor.show_settlement({ settlement })).data.address;
        return {
          at: { settlement },
          base: async () => ({ seen: { address: await show() } }),
          async read() {
            const rows = await service().db<{ before: object }[]>`
              select before from audit_entry where action = ${edit_settlement.name}`;
            return { now: await show(), history: JSON.stringify(rows) };
          },
        };
      },
    },
  ];
}
