import type { PageRequest } from '../page/page.ts';

type Asked = Pick<PageRequest, 'dependencies' | 'request'>;

/** Where links on paper lead: the public address; while there is none, the one by which this page was opened. */
export function choosePaperOrigin({ dependencies: { services }, request }: Asked): string {
  return services.installation.isBaseUrlSet ? services.emailLinkOrigin(request.origin) : request.origin;
}

/** Where links in emails lead. */
export const chooseEmailOrigin = ({ dependencies: { services }, request }: Asked): string =>
  services.emailLinkOrigin(request.origin);
