import { pathOfPage } from '@kabao/contract/app/menu'

/** The pages about one partner; only an organization has a connection. */
export type PartnerPageName = 'Connection' | 'Detail' | 'Guide' | 'Requests' | 'Signing'

/** The address of a page about a channel or an organization. @param list the list that it is in */
export const partnerAddress =
  (kind: 'Channel' | 'Org', { name }: { name: string }, id: string): ((page: PartnerPageName) => string) =>
  (page) =>
    `${pathOfPage(`${kind}${page}`)}?list=${name}&id=${id}`
