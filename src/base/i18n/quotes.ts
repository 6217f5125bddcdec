/** Quotation marks inside others differ in Russian: «СНТ „Берёзовая роща“». */
export const nestQuotes = (text: string): string => text.replaceAll('«', '„').replaceAll('»', '“');

export const quoteInRussian = (text: string): string => `«${nestQuotes(text)}»`;
