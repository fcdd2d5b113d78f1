import { adjustment } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Button, Can, Page, StateChoice, useList, useWords } from '#kit'
import { ReviewedList } from '../../review/reviewed-list.tsx'
import { adjustmentList } from './list.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** Corrections of balances and reversals of transfers. @param tabs the other lists of the same page */
export default memo(function AdjustmentPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(adjustmentWords)
  const { list, filters } = useList(adjustment.page)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <Page
      title={t('title')}
      actions={
        <Can use={adjustment.create}>
          <Button onClick={() => setOpen(true)}>{t('add')}</Button>
        </Can>
      }
    >
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={adjustmentMachine}
        counts={adjustment.counts}
        filters={filters}
      />
      <ReviewedList of={adjustmentList} list={list} filters={filters} />
      <Suspense>{isOpen && <EntryDialog onClose={close} />}</Suspense>
    </Page>
  )
})
