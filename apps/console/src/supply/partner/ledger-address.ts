import { pathOfPage } from '@kabao/contract/app/menu'

/** Whose account it is. */
export interface Owner {
  /** The filter that names the partner. */
  by: 'orgId' | 'channelId'
  id: string
}

/** The address of the ledger lines of a partner. */
export const ledgerAddress = ({ by, id }: Owner): string => `${pathOfPage('FinanceLedger')}?${by}=${id}`
