/** What happens to companies and to those who speak for them. */
export type CompanyEvent =
  | { type: 'company_claimed'; companyId: string; name: string; accountId: string }
  /** A refused company was corrected and asks again. */
  | { type: 'company_asks_again'; companyId: string; name: string; accountId: string }
  | {
      /** To who speaks for it or asks to; unverified: the check was taken back. */
      type: 'company_decided';
      companyId: string;
      name: string;
      outcome: 'verified' | 'unverified' | 'refused' | 'closed';
      reason: string;
      accountIds: readonly string[];
      byId: string;
    }
  | {
      /** To who spoke for a company that was joined to another, or asks to speak for that one now. */
      type: 'company_joined';
      /** The one it was joined to. */
      companyId: string;
      name: string;
      into: string;
      accountIds: readonly string[];
      isAsking: boolean;
      byId: string;
    }
  | {
      /** To who had open orders with a company. */
      type: 'company_orders_ended';
      companyId: string;
      name: string;
      why: 'closed' | 'refused';
      accountIds: readonly string[];
      byId: string;
    }
  | {
      type: 'representative_decided';
      companyId: string;
      name: string;
      accountId: string;
      outcome: 'confirmed' | 'refused' | 'ended';
      reason: string;
      byId: string;
    }
  | {
      /** To the others who speak for it. */
      type: 'representatives_changed';
      companyId: string;
      name: string;
      person: { id: string; name: string };
      isTaken: boolean;
      byId: string;
    };
