import { type PushReturnRow, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { lazy, memo } from 'react'
import { actsOnAll, type List, type ListFilters, useColumns, useWords } from '#kit'
import { ReviewedList } from '#ledger'
import { columns } from './columns.tsx'
import { PushReturnFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const onAll = actsOnAll(pushReturnMachine, pushReturn)

export const PushReturnList = memo(function PushReturnList({
  list,
  filters,
}: {
  list: List<PushReturnRow>
  filters: ListFilters<typeof pushReturn.page>
}) {
  const { t } = useWords(pushReturnWords)
  return (
    <ReviewedList
      list={list}
      filters={filters}
      columns={useColumns(pushReturnWords, columns)}
      label={t('title')}
      openLabel={t('action.open')}
      machine={pushReturnMachine}
      calls={pushReturn}
      refusal="refuse"
      refuseMany={pushReturn.refuseMany}
      onAll={onAll}
      exporting={pushReturn.export}
      Details={DetailPanel}
    >
      <PushReturnFilters filters={filters} />
    </ReviewedList>
  )
})
