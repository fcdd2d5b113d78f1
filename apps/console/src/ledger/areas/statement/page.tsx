import { statementWords } from '@kabao/contract/ledger/statement.words'
import { lazy, memo, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Page, Skeleton, useWords } from '#kit'

const Overview = lazy(() => import('./overview.tsx'))
const One = lazy(() => import('./one.tsx'))

/** Statements: all organizations in a month, or the one that the address names. */
export default memo(function StatementPage() {
  const { t } = useWords(statementWords)
  const { search } = useLocation()
  const Shown = new URLSearchParams(search).has('orgId') ? One : Overview
  return (
    <Page title={t('title')} isLong>
      <Suspense fallback={<Skeleton count={8} />}>
        <Shown />
      </Suspense>
    </Page>
  )
})
