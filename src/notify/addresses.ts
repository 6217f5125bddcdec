/**
 * Where a notification leads, below the service's own address. A thing that has no page of its own is a fragment of
 * the page it belongs to, so that a link in a letter always opens.
 */
export const addresses = {
  settlement: (settlementId: string, part: string) => `/settlements/${settlementId}#${part}`,
  article: (settlementId: string, slug: string) =>
    `/settlements/${settlementId}#article-${encodeURIComponent(slug)}`,
  knowledge: (slug: string) => `/knowledge/${encodeURIComponent(slug)}`,
  task: (taskId: string) => `/account#task-${taskId}`,
  device: (connectionId: string) => `/account#device-${connectionId}`,
  company: (companyId: string) => `/account#company-${companyId}`,
  conversation: (conversationId: string) => `/account#conversation-${conversationId}`,
} as const;
