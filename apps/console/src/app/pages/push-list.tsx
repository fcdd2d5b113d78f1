import { push } from '@kabao/contract/push'
import { pushWords } from '@kabao/contract/push.words'
import { pushPlan } from '@kabao/contract/push-plan'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { lazy, Suspense } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Skeleton, translate, usePermission, useWords } from '#kit'
import { loadChunk } from './chunk.ts'
import classes from './push-list.module.css'

const pages = {
  records: lazy(() => loadChunk(() => import('../../areas/push/page.tsx'))),
  plans: lazy(() => loadChunk(() => import('../../areas/push-plan/page.tsx'))),
}
type Tab = keyof typeof pages
/** The address of each tab, without the filters of another one. */
const addresses: Record<Tab, string> = { records: '?', plans: '?tab=plans' }

/**
 * The push records and the push plans, one list at a time; the address says which. Someone who may see only one of them gets no
 * tabs.
 */
export default function PushLists() {
  const records = useWords(pushWords)
  const plans = useWords(pushPlanWords)
  const { search } = useLocation()
  const may: Record<Tab, boolean> = { records: usePermission(push.page), plans: usePermission(pushPlan.page) }
  const tab: Tab = new URLSearchParams(search).get('tab') === 'plans' ? 'plans' : 'records'
  const other: Tab = tab === 'plans' ? 'records' : 'plans'
  // The filters and the open details of the address belong to the list that may not be seen.
  if (!may[tab] && may[other]) return <Navigate to={addresses[other]} replace />
  const List = pages[tab]
  const titles: Record<Tab, string> = { records: records.t('title'), plans: plans.t('title') }
  const tabs = may.records && may.plans && (
    <nav aria-label={translate('menu.plan.pushList')} className={classes.tabs}>
      {(['records', 'plans'] as const).map((each) => (
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
