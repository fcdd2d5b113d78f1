import { adjustment } from '@kabao/contract/adjustment'
import { adjustmentWords } from '@kabao/contract/adjustment.words'
import { recharge } from '@kabao/contract/recharge'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Skeleton, translate, usePermission, useWords } from '#kit'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { loadChunk } from './chunk.ts'

const pages = {
  recharges: lazy(() => loadChunk(() => import('../../areas/recharge/page.tsx'))),
  adjustments: lazy(() => loadChunk(() => import('../../areas/adjustment/page.tsx'))),
}
type Tab = keyof typeof pages
/** The address of each tab, without the filters of another one. */
const addresses: Record<Tab, string> = { recharges: '?', adjustments: '?tab=adjustments' }
const tabNames = Object.keys(addresses) as Tab[]

/** The recharges and the adjustments, one list at a time; the address says which. */
export default function RechargeLists() {
  const recharges = useWords(rechargeWords)
  const adjustments = useWords(adjustmentWords)
  const { search } = useLocation()
  const may: Record<Tab, boolean> = {
    recharges: usePermission(recharge.page),
    adjustments: usePermission(adjustment.page),
  }
  const named = new URLSearchParams(search).get('tab')
  const tab = tabNames.find((each) => each === named) ?? 'recharges'
  const seen = tabNames.filter((each) => may[each])
  // The filters and the open details of the address belong to the list that may not be seen.
  if (!may[tab] && seen[0]) return <Navigate to={addresses[seen[0]]} replace />
  const List = pages[tab]
  const titles: Record<Tab, string> = { recharges: recharges.t('title'), adjustments: adjustments.t('title') }
  const tabs = (
    <PageTabs
      label={translate('menu.finance.recharge')}
      tabs={seen.map((each) => ({ title: titles[each], to: addresses[each], isShown: each === tab }))}
    />
  )
  return (
    <Suspense fallback={<Skeleton />}>
      <List key={tab} tabs={tabs} />
    </Suspense>
  )
}
