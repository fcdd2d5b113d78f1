import { settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { lazy, memo, Suspense } from 'react'
import { Page, StateChoice, useEntryDialog, useList, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { SettlementList } from './list.tsx'

const DraftDialog = lazy(() => import('./draft-dialog.tsx'))

/** What channels are paid: drafted for a period, confirmed by another person, and paid. */
export default memo(function SettlementPage() {
  const { t } = useWords(settlementWords)
  const { list, filters } = useList(settlement.page)
  const dialog = useEntryDialog()
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={settlement.create} onClick={dialog.add}>
          {t('action.create')}
        </AddButton>
      }
    >
      <StateChoice
        label={t('tabs')}
        machine={settlementMachine}
        counts={settlement.counts}
        filters={filters}
      />
      <SettlementList list={list} filters={filters} />
      <Suspense>{dialog.opened && <DraftDialog onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
