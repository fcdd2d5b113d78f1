import { push } from '@kabao/contract/push'
import { pushWords } from '@kabao/contract/push.words'
import { pushPlan } from '@kabao/contract/push-plan'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { pushReturn } from '@kabao/contract/push-return'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { pushTrouble } from '@kabao/contract/push-trouble'
import { pushTroubleWords } from '@kabao/contract/push-trouble.words'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Skeleton, translate, usePermission, useWords } from '#kit'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { loadChunk } from './chunk.ts'

const pages = {
  records: lazy(() => loadChunk(() => import('../../areas/push/page.tsx'))),
  plans: lazy(() => loadChunk(() => import('../../areas/push-plan/page.tsx'))),
  returns: lazy(() => loadChunk(() => import('../../areas/push-return/page.tsx'))),
  troubles: lazy(() => loadChunk(() => import('../../areas/push-trouble/page.tsx'))),
}
type Tab = keyof typeof pages
/** The address of each tab, without the filters of another one. */
const addresses: Record<Tab, string> = {
  records: '?',
  plans: '?tab=plans',
  returns: '?tab=returns',
  troubles: '?tab=troubles',
}
const tabNames = Object.keys(addresses) as Tab[]

/**
 * The push records, the push plans, the returns and the pushes to look at, one list at a time; the address says which. Someone
 * who may see only one of them gets no tabs.
 */
export default function PushLists() {
  const records = useWords(pushWords)
  const plans = useWords(pushPlanWords)
  const { search } = useLocation()
  const returns = useWords(pushReturnWords)
  const troubles = useWords(pushTroubleWords)
  const may: Record<Tab, boolean> = {
    records: usePermission(push.page),
    plans: usePermission(pushPlan.page),
    returns: usePermission(pushReturn.page),
    troubles: usePermission(pushTrouble.page),
  }
  const named = new URLSearchParams(search).get('tab')
  const tab = tabNames.find((each) => each === named) ?? 'records'
  const seen = tabNames.filter((each) => may[each])
  // The filters and the open details of the address belong to the list that may not be seen.
  if (!may[tab] && seen[0]) return <Navigate to={addresses[seen[0]]} replace />
  const List = pages[tab]
  const titles: Record<Tab, string> = {
    records: records.t('title'),
    plans: plans.t('title'),
    returns: returns.t('title'),
    troubles: troubles.t('title'),
  }
  const tabs = (
    <PageTabs
      label={translate('menu.plan.pushList')}
      tabs={seen.map((each) => ({ title: titles[each], to: addresses[each], isShown: each === tab }))}
    />
  )
  return (
    <Suspense fallback={<Skeleton />}>
      <List key={tab} tabs={tabs} />
    </Suspense>
  )
}
