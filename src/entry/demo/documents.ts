import { add_settlement_document } from '../../features/actions/add_settlement_document.ts';
import { confirm_document_reading } from '../../features/actions/confirm_document_reading.ts';
import { replace_settlement_document } from '../../features/actions/replace_settlement_document.ts';
import { uploadFile } from './pictures.ts';
import type { DemoPart, World } from './world.ts';

/** Papers for everybody, residents, owners and the board alone; one in its second version, which half the village has read. */
export const documents: DemoPart = {
  name: 'documents',
  async load(world) {
    const settlement = world.settlement.slug;
    const year = world.now().getUTCFullYear();
    const add = async (title: string, more: object = {}) =>
      world.act('editor', add_settlement_document, {
        settlement,
        title,
        day: `${year - 1}-12-01`,
        file: await upload(world, title),
        ...more,
      });
    world.daysAgo(60);
    await add('Устав товарищества', { readers: 'public', folder: 'Устав и правила' });
    await add('Договор на вывоз снега', { readers: 'editors', folder: 'Договоры' });
    await add('Протокол общего собрания', { folder: 'Собрания' });
    const { document } = await add(`Смета на ${year} год`, {
      readers: 'owners',
      folder: 'Сметы',
      asks_reading: true,
    });
    await confirm(world, document, 1, 3);
    world.daysAgo(20);
    await world.act('editor', replace_settlement_document, {
      settlement,
      document,
      day: `${year}-01-15`,
      file: await upload(world, 'Смета, исправленная'),
      asks_again: true,
      seen_version: 1,
    });
    world.daysAgo(10);
    await confirm(world, document, 2, 2);
    world.daysAgo(0);
  },
};

/** Of the owners with an account, every one at this distance. */
async function confirm(world: World, document: string, version: number, every: number): Promise<void> {
  const settlement = world.settlement.slug;
  const state = 'confirmed';
  const { residents } = await world.run('editor', 'list_residents', { settlement, state, limit: 100 });
  const owners = residents.filter(({ role }) => role === 'owner').map(({ account }) => account.id);
  const named = Object.entries(world.accounts);
  for (const [index, id] of [...new Set(owners)].sort().entries()) {
    const [name] = named.find(([, account]) => account === id) ?? [];
    if (name === undefined || index % every !== 0) continue;
    await world.act(name, confirm_document_reading, { settlement, document, version });
  }
}

async function upload(world: World, title: string): Promise<string> {
  const subject = {
    subject_type: 'settlement',
    subject_id: world.settlement.id,
    visibility: 'private',
  } as const;
  return uploadFile(world, 'editor', { ...subject, file_name: `${title}.pdf` }, makePdf());
}

/** One page without text. */
function makePdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
