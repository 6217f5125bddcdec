import { permit, refuse } from '../../../../domain/kernel/refusal.ts';
import { mayEditCompany } from '../../../../domain/rules/company-access.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import type { PageRequest } from '../../page/page.ts';

/** Loads a company; refuses anybody who does not represent it. */
export async function loadOwnCompany(company: string, { call, session }: PageRequest) {
  const { data } = await call(show_company, { company });
  const own = data.representatives?.find(({ account_id }) => account_id === session?.accountId);
  permit(mayEditCompany({ isModerator: false, own: own?.state ?? null }));
  return { ...data, representatives: data.representatives ?? refuse.notFound('company') };
}

export type OwnCompany = Awaited<ReturnType<typeof loadOwnCompany>>;
