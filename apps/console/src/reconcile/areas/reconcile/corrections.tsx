import { correction } from '@kabao/contract/reconcile/correction'
import { correctionWords } from '@kabao/contract/reconcile/correction.words'
import { correctionMachine } from '@kabao/contract/reconcile/correction-machine'
import { lazy, memo, type ReactNode } from 'react'
import { DateRangeField, FilterBar, type ListFilters, Page, StateChoice, useList, useWords } from '#kit'
import { ReviewedList } from '#ledger'
import { correctionColumns } from './correction-columns.tsx'

const correctionList = {
  words: correctionWords,
  columns: correctionColumns,
  machine: correctionMachine,
  calls: correction,
  refusal: 'refuse' as const,
  refuseMany: correction.refuseMany,
  Filters,
  Details: lazy(() => import('./correction-panel.tsx')),
}

/** Corrections of differences, and their review. @param tabs the other lists of the same page */
export default memo(function Corrections({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(correctionWords)
  const { list, filters } = useList(correction.page)
  return (
    <Page title={t('title')}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={correctionMachine}
        counts={correction.counts}
        filters={filters}
      />
      <ReviewedList of={correctionList} list={list} filters={filters} />
    </Page>
  )
})

function Filters({ filters }: { filters: ListFilters<typeof correction.page> }) {
  const { t } = useWords(correctionWords)
  return (
    <FilterBar filters={filters}>
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
}
