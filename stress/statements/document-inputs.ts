import { add_settlement_document } from '../../src/features/actions/add_settlement_document.ts';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { createAnnouncementsWorker } from '../../src/features/notify/announcements-worker.ts';
import { insertPolicy } from '../../src/store/accounts/policies.ts';
import { drainQueue } from '../../test/harness/jobs.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { ActionInputs } from './action-cases.ts';

const settlement = 'berezka';

/** A paper that only the board sees, as it is after its upload. */
async function upload({ service: { db, newId }, village }: Stage): Promise<string> {
  const id = newId();
  await db`
    insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption,
                       file_name, visibility, renditions, state, created_at)
    values (${id}, ${village.settlement.id}, 'settlement', ${village.settlement.id}, ${village.accounts.editor},
            ${Buffer.alloc(32)}, '{}', 'application/pdf', 1, '', 'smeta.pdf', 'private', '{}', 'ready', now())`;
  return id;
}

async function addDocument(stage: Stage): Promise<string> {
  const { act, service, word } = stage;
  const title = word();
  await act('editor', add_settlement_document, {
    settlement,
    title,
    day: '2026-05-01',
    asks_reading: true,
    file: await upload(stage),
  });
  const [row] = await service.db<{ id: string }[]>`select id from settlement_document where title = ${title}`;
  return String(row?.id);
}

/** Urgent, published and told. */
async function announce({ clients, service, word }: Stage): Promise<{ article: string; event: string }> {
  const text = { kind: 'announcement', title: word(), body: word(), visibility: 'residents' } as const;
  const { data } = await clients.editor.write_article({ settlement, ...text, urgent: true });
  await clients.editor.publish_article({ settlement, article: data.id });
  const worker = createAnnouncementsWorker(() => true);
  await drainQueue(service, worker);
  const [row] = await service.db<{ event: string }[]>`
    select event_id as event from announcement_event where article_id = ${data.id}`;
  return { article: data.id, event: String(row?.event) };
}

const table = { settlement, period: 'Взнос 2026', csv: 'участок;начислено;оплачено;осталось\n1;50;20;30\n' };

async function tryFees({ act, service }: Stage) {
  await service.db`delete from fee_line`;
  await service.db`delete from fee_table`;
  const { mark } = await act('editor', import_fees, table);
  return { ...table, tried: mark };
}

/** Papers, announcements and tables of a settlement, and what their readers say. */
export const documentInputs: ActionInputs = {
  add_settlement_document: {
    who: 'editor',
    make: async (stage) => ({
      settlement,
      title: stage.word(),
      day: '2026-05-01',
      file: await upload(stage),
    }),
  },
  confirm_document_reading: {
    who: 'resident',
    make: async (stage) => ({ settlement, document: await addDocument(stage), version: 1 }),
  },
  remove_settlement_document: {
    who: 'editor',
    make: async (stage) => ({ settlement, document: await addDocument(stage) }),
  },
  edit_settlement_document: {
    who: 'editor',
    make: async (stage) => ({
      settlement,
      document: await addDocument(stage),
      title: stage.word(),
      readers: 'residents',
    }),
  },
  replace_settlement_document: {
    who: 'editor',
    make: async (stage) => ({
      settlement,
      document: await addDocument(stage),
      day: '2026-06-01',
      file: await upload(stage),
      seen_version: 1,
    }),
  },
  share_fees: {
    who: 'resident',
    async make({ service, village }) {
      await service.db`delete from fee_sharing`;
      return { parcel: village.plots.resident, for_tenants: true };
    },
  },
  acknowledge_notice: {
    who: 'resident',
    make: async (stage) => ({ settlement, article: (await announce(stage)).article }),
  },
  acknowledge_by_link: {
    who: 'resident',
    make: async (stage) => ({
      account: stage.village.accounts.resident,
      event: (await announce(stage)).event,
    }),
  },
  record_visit: {
    who: 'editor',
    make: async (stage) => ({
      settlement,
      article: (await announce(stage)).article,
      parcel: stage.village.plots.neighbour,
      outcome: 'told',
    }),
  },
  import_fees: { who: 'editor', make: tryFees, mayRepeat: true },
  take_back_fees: {
    who: 'editor',
    async make(stage) {
      await stage.act('editor', import_fees, await tryFees(stage));
      const [row] = await stage.service.db<
        { id: string }[]
      >`select id from fee_table order by id desc limit 1`;
      return { settlement, table: row?.id };
    },
  },
  edit_settlement: {
    who: 'editor',
    make: async ({ word }) => ({ settlement, address: word() }),
  },
  accept_policies: {
    who: 'resident',
    async make({ service, word }) {
      const texts = { privacy: word(), terms: word(), now: new Date() };
      return { version: await service.pool.begin((db) => insertPolicy(db, texts)) };
    },
  },
  remind_of_claim: {
    who: 'newcomer',
    async make({ clients, service, village: { accounts } }) {
      await service.db`delete from membership where account_id = ${accounts.newcomer}`;
      const { data } = await clients.newcomer.request_residency({ settlement, parcel: '3' });
      await service.db`update membership set created_at = created_at - interval '2 days' where id = ${data.id}`;
      return { resident: data.id };
    },
  },
};
