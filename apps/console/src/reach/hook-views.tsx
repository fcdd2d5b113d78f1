import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton, usePermission, useWords } from '#kit'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { hookViews, useViews } from './address.ts'
import type { HookKind, HookOwner } from './hooks.ts'

const DeliveryList = lazy(() => import('./delivery/list.tsx'))
const Figures = lazy(() => import('./delivery/figures.tsx'))

interface ViewsProps {
  of: HookKind
  owner: HookOwner
  targets: ReactNode
  /** Which of them is told of what, in a table. */
  table?: ReactNode
}

/** The targets, their deliveries and their figures, of which the address names one. */
export function HookViews({ of, owner, targets, table }: ViewsProps) {
  const { t } = useWords(reachPageWords)
  const { view, addressOf } = useViews()
  const maySee = usePermission(of.calls.deliveries)
  const isThere = {
    targets: true,
    table: table !== undefined,
    deliveries: true,
    figures: of.figures !== undefined,
  }
  const isOffered = {
    ...isThere,
    deliveries: maySee,
    figures: maySee && isThere.figures,
  }
  const tabs = hookViews
    .filter((each) => isOffered[each])
    .map((each) => ({ title: t(`views.${each}`), to: addressOf(each), isShown: each === view }))
  return (
    <>
      <PageTabs
        label={t('views.label')}
        tabs={tabs}
        expected={hookViews.filter((each) => isThere[each]).map((each) => t(`views.${each}`))}
      />
      {view === 'targets' || !isOffered[view] ? (
        targets
      ) : (
        <Suspense fallback={<Skeleton count={8} />}>
          {view === 'table' && table}
          {view === 'deliveries' && <DeliveryList of={of} owner={owner} />}
          {view === 'figures' && of.figures && <Figures of={of} use={of.figures} owner={owner} />}
        </Suspense>
      )}
    </>
  )
}
