import { pathOfPage } from '@kabao/contract/app/menu'

/** The pages about one partner; only an organization has a connection and webhooks, only a channel postbacks. */
export type PartnerPageName =
  | 'Connection'
  | 'Detail'
  | 'Guide'
  | 'Postback'
  | 'Requests'
  | 'Signing'
  | 'Webhook'

/** The address of a page about a channel or an organization. @param list the list that it is in */
export const partnerAddress =
  (kind: 'Channel' | 'Org', { name }: { name: string }, id: string): ((page: PartnerPageName) => string) =>
  (page) =>
    `${pathOfPage(`${kind}${page}`)}?list=${name}&id=${id}`
