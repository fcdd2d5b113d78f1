import { recharge } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { rechargeMachine } from '@kabao/contract/ledger/recharge-machine'
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Button, Can, Page, StateChoice, useList, useWords } from '#kit'
import { ReviewedList } from '../../review/reviewed-list.tsx'
import { rechargeList } from './list.tsx'
import { LowBalances } from './low-balances.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** Recharges of organizations, and those that need one. @param tabs the other lists of the same page */
export default memo(function RechargePage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(rechargeWords)
  const { list, filters } = useList(recharge.page)
  /** The organization of the form that is open; undefined: none is chosen yet; null: no form is open. */
  const [orgId, setOrgId] = useState<string | undefined | null>(null)
  const close = useCallback(() => setOrgId(null), [])
  return (
    <Page
      title={t('title')}
      actions={
        <Can use={recharge.create}>
          <Button onClick={() => setOrgId(undefined)}>{t('add')}</Button>
        </Can>
      }
    >
      {tabs}
      <LowBalances onRecharge={setOrgId} />
      <StateChoice label={t('tabs')} machine={rechargeMachine} counts={recharge.counts} filters={filters} />
      <ReviewedList of={rechargeList} list={list} filters={filters} />
      <Suspense>{orgId !== null && <EntryDialog orgId={orgId} onClose={close} />}</Suspense>
    </Page>
  )
})
