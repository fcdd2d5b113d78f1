import { resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { memo, type ReactNode } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { ReviewedList } from '#ledger'
import { resolutionList } from './list.tsx'

/** What persons decided about payments in suspense and refused refunds. @param tabs the other lists of the same page */
export default memo(function ResolutionPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(resolutionWords)
  const { list, filters } = useList(resolution.page)
  return (
    <Page title={t('title')}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={resolutionMachine}
        counts={resolution.counts}
        filters={filters}
      />
      <ReviewedList of={resolutionList} list={list} filters={filters} />
    </Page>
  )
})
