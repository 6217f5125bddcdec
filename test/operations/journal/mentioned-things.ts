import { createHash } from 'node:crypto';
import type { TestService } from '../../harness/service.ts';
import type { Village } from '../../harness/village.ts';

/** Inserts things that an article can mention directly into the database. */
export function createThings(service: TestService, village: Village) {
  const { db, newId } = service;
  const now = new Date();
  return {
    async photo(
      parts: {
        parcel?: string | null;
        owner?: string;
        subject?: [type: string, id: string];
        takenAt?: string | null;
        caption?: string;
        visibility?: string;
        contentType?: string;
        settlement?: string;
      } = {},
    ): Promise<string> {
      const id = newId();
      const sha256 = createHash('sha256').update(id).digest();
      const contentType = parts.contentType ?? 'image/jpeg';
      const parcel = parts.parcel === undefined ? village.plots.resident : parts.parcel;
      const [type, subject] =
        parts.subject ?? (parcel ? ['parcel', parcel] : ['settlement', village.settlement.id]);
      await db`
        insert into media (id, settlement_id, parcel_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, taken_at,
                           caption, file_name, visibility, state, created_at)
        values (${id}, ${parts.settlement ?? village.settlement.id}, ${parcel}, ${type as string}, ${subject as string},
                ${parts.owner ?? village.accounts.resident}, ${sha256}, array[${sha256}]::bytea[], ${contentType}, 1, ${parts.takenAt ?? null},
                ${parts.caption ?? ''}, '', ${parts.visibility ?? 'residents'}, 'ready', ${now})`;
      return id;
    },
    async object(title: string, parcel = village.plots.resident): Promise<string> {
      const id = newId();
      await db`
        insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at)
        values (${id}, ${parcel}, 'tree', ${title}, ${village.accounts.resident}, ${now}, ${now})`;
      return id;
    },
    async task(title: string, author: string, visibility = 'private'): Promise<string> {
      const id = newId();
      await db`
        insert into task (id, settlement_id, kind, title, visibility, author_id, addressee, created_at, updated_at)
        values (${id}, ${village.settlement.id}, 'request', ${title}, ${visibility}, ${author}, 'board', ${now}, ${now})`;
      return id;
    },
    async subjectOf(media: string): Promise<string> {
      const [row] = await db<{ subject: string }[]>`
        select subject_type || ':' || subject_id as subject from media where id = ${media}`;
      return row?.subject ?? 'gone';
    },
  };
}
