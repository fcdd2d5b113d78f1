import { type ErrorEventRow, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { lazy, memo } from 'react'
import { actsOnAll, type List, type ListFilters, useColumns, useWords } from '#kit'
import { StatedList } from '#kit/machine/stated-list.tsx'
import { columns } from './columns.tsx'
import { ErrorEventFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

const onAll = actsOnAll(errorEventMachine, errorEvent)

export const ErrorEventList = memo(function ErrorEventList({
  list,
  filters,
}: {
  list: List<ErrorEventRow>
  filters: ListFilters<typeof errorEvent.page>
}) {
  const { t } = useWords(errorEventWords)
  return (
    <StatedList
      list={list}
      filters={filters}
      columns={useColumns(errorEventWords, columns)}
      label={t('title')}
      openLabel={t('action.open')}
      machine={errorEventMachine}
      calls={errorEvent}
      onAll={onAll}
      exporting={errorEvent.export}
      Details={DetailPanel}
    >
      <ErrorEventFilters filters={filters} />
    </StatedList>
  )
})
