import type { FastifyInstance } from 'fastify';
import type { Language } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { ResidentRole } from '../../../../domain/rules/residency.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createView } from '../../server/visitor.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';
import { loadRegister, type Resident } from './register-list.ts';

/** Column names that the resident import reads back; Russian Excel separates cells by semicolons. */
const columns = { en: ['plot', 'name', 'email', 'role'], ru: ['участок', 'имя', 'почта', 'роль'] } as const;
const separators = { en: ',', ru: ';' } as const;
const roles = {
  en: { owner: 'owner', family: 'family', tenant: 'tenant' },
  ru: { owner: 'собственник', family: 'семья', tenant: 'арендатор' },
} as const satisfies Record<Language, Record<ResidentRole, string>>;

/** CSV export of the register. */
export function registerResidentsCsv(server: FastifyInstance, { kernel }: PageDependencies): void {
  server.get(paths.residentsTable.replace('{settlement}', ':settlement'), async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const { call } = createVisitorCalls(kernel, request, reply);
    const residents = await loadRegister(call, settlement);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="residents.csv"')
      .send(formatCsv(residents, createView(request).language));
  });
}

export function formatCsv(residents: readonly Resident[], language: Language): string {
  const rows = residents.map(({ parcel, account, role }) => [
    parcel.number,
    account.name,
    account.email,
    roles[language][role],
  ]);
  // The byte order mark makes Excel read UTF-8.
  return `\ufeff${[columns[language], ...rows]
    .map((cells) => cells.map((cell) => escapeCell(cell, separators[language])).join(separators[language]))
    .join('\r\n')}\r\n`;
}

/**
 * Prevents CSV injection: an apostrophe before whatever a spreadsheet would run as a formula, also after separators
 * that other locales use.
 */
function escapeCell(text: string, separator: string): string {
  const safe = text.replaceAll(/(^|[,;\t\r\n]\s*"?)(?=[=+\-@\t\r])/g, "$1'");
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
