import { correction } from '@kabao/contract/correction'
import { correctionWords } from '@kabao/contract/correction.words'
import { difference } from '@kabao/contract/difference'
import { differenceWords } from '@kabao/contract/difference.words'
import { reconcile } from '@kabao/contract/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import { lazy, Suspense } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Skeleton, translate, usePermission, useWords } from '#kit'
import classes from './tabs.module.css'

const pages = {
  runs: lazy(() => import('./runs.tsx')),
  differences: lazy(() => import('./differences.tsx')),
  corrections: lazy(() => import('./corrections.tsx')),
}
type Tab = keyof typeof pages
/** The address of each tab, without the filters of another one. */
const addresses: Record<Tab, string> = {
  runs: '?',
  differences: '?tab=differences',
  corrections: '?tab=corrections',
}
const tabNames = Object.keys(addresses) as Tab[]

/** The comparisons, the differences and their corrections, one list at a time; the address says which. */
export default function ReconcilePage() {
  const runs = useWords(reconcileWords)
  const differences = useWords(differenceWords)
  const corrections = useWords(correctionWords)
  const { search } = useLocation()
  const may: Record<Tab, boolean> = {
    runs: usePermission(reconcile.page),
    differences: usePermission(difference.page),
    corrections: usePermission(correction.page),
  }
  const named = new URLSearchParams(search).get('tab')
  const tab = tabNames.find((each) => each === named) ?? 'runs'
  const seen = tabNames.filter((each) => may[each])
  // The filters and the open details of the address belong to the list that may not be seen.
  if (!may[tab] && seen[0]) return <Navigate to={addresses[seen[0]]} replace />
  const List = pages[tab]
  const titles: Record<Tab, string> = {
    runs: runs.t('title'),
    differences: differences.t('title'),
    corrections: corrections.t('title'),
  }
  const tabs = seen.length > 1 && (
    <nav aria-label={translate('menu.finance.reconcile')} className={classes.tabs}>
      {seen.map((each) => (
        <Link
          key={each}
          to={addresses[each]}
          className={classes.tab}
          aria-current={each === tab ? 'page' : undefined}
        >
          {titles[each]}
        </Link>
      ))}
    </nav>
  )
  return (
    <Suspense fallback={<Skeleton />}>
      <List key={tab} tabs={tabs} />
    </Suspense>
  )
}
