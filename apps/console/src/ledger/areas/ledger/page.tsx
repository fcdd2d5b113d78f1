import { ledger } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { memo } from 'react'
import { Can, Page, useWords } from '#kit'
import { LedgerList } from './list.tsx'
import { TrialBar } from './trial-bar.tsx'

/** Every transfer of the ledger, and whether they add up. */
export default memo(function LedgerPage() {
  const { t } = useWords(ledgerWords)
  return (
    <Page title={t('title')}>
      <Can use={ledger.trial}>
        <TrialBar />
      </Can>
      <LedgerList />
    </Page>
  )
})
