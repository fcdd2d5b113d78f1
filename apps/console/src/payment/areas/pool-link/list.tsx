import { poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { lazy } from 'react'
import { actsOnAll } from '#kit'
import { columns } from './columns.tsx'
import { LinkFilters } from './filters.tsx'

/** What the kit's list of rows with states needs of this area. */
export const linkList = {
  words: poolLinkWords,
  columns,
  machine: poolLinkMachine,
  calls: poolLink,
  onAll: actsOnAll(poolLinkMachine, poolLink),
  exporting: poolLink.export,
  Filters: LinkFilters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
