import { type PoolLinkRow, poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { lazy, memo } from 'react'
import { actsOnAll, type List, type ListFilters, useColumns, useWords } from '#kit'
import { StatedList } from '#kit/machine/stated-list.tsx'
import { columns } from './columns.tsx'
import { LinkFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

const onAll = actsOnAll(poolLinkMachine, poolLink)

export const LinkList = memo(function LinkList({
  list,
  filters,
}: {
  list: List<PoolLinkRow>
  filters: ListFilters<typeof poolLink.page>
}) {
  const { t } = useWords(poolLinkWords)
  return (
    <StatedList
      list={list}
      filters={filters}
      columns={useColumns(poolLinkWords, columns)}
      label={t('title')}
      openLabel={t('action.open')}
      machine={poolLinkMachine}
      calls={poolLink}
      onAll={onAll}
      exporting={poolLink.export}
      Details={DetailPanel}
    >
      <LinkFilters filters={filters} />
    </StatedList>
  )
})
