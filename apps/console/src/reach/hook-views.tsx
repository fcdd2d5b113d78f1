import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton, usePermission, useWords } from '#kit'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { hookViews, useViews } from './address.ts'
import type { HookKind, HookOwner } from './hooks.ts'

const DeliveryList = lazy(() => import('./delivery/list.tsx'))
const Figures = lazy(() => import('./delivery/figures.tsx'))

/** The targets, their deliveries and their figures, of which the address names one. */
export function HookViews({ of, owner, targets }: { of: HookKind; owner: HookOwner; targets: ReactNode }) {
  const { t } = useWords(reachPageWords)
  const { view, addressOf } = useViews()
  const maySee = usePermission(of.calls.deliveries)
  const tabs = hookViews
    .filter((each) => each === 'targets' || maySee)
    .map((each) => ({ title: t(`views.${each}`), to: addressOf(each), isShown: each === view }))
  return (
    <>
      <PageTabs label={t('views.label')} tabs={tabs} />
      {view === 'targets' ? (
        targets
      ) : (
        <Suspense fallback={<Skeleton count={8} />}>
          {view === 'deliveries' ? <DeliveryList of={of} owner={owner} /> : <Figures of={of} owner={owner} />}
        </Suspense>
      )}
    </>
  )
}
