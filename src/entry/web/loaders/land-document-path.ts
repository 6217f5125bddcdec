/** URL of the land document (docs/land-document.md). */
export const landDocumentPath = (slug: string) => `/settlements/${encodeURIComponent(slug)}/land.json`;
