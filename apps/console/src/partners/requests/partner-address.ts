import { pathOfPage } from '@kabao/contract/app/menu'

/** The pages about one partner. */
export type PartnerPageName = 'Detail' | 'Guide' | 'Requests' | 'Signing'

/** The address of a page about a channel or an organization. @param list the list that it is in */
export const partnerAddress = <K extends 'Channel' | 'Org'>(
  kind: K,
  { name }: { name: string },
  id: string,
): ((page: PartnerPageName | (K extends 'Org' ? 'Connection' : never)) => string) => {
  return (page) => `${pathOfPage(`${kind}${page}`)}?list=${name}&id=${id}`
}
