import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Skeleton, translate, useWords } from '#kit'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { LinksPage } from './links-page.tsx'

const BatchesPage = lazy(() => import('./batches-page.tsx'))

/** The links of the pool, and the batches in which they came, one list at a time; the address says which. */
export default function PoolPage() {
  const { t } = useWords(poolLinkWords)
  const { search } = useLocation()
  const isBatches = new URLSearchParams(search).get('tab') === 'batches'
  const tabs = (
    <PageTabs
      label={translate('menu.payConfig.poolList')}
      tabs={[
        { title: t('title'), to: '?', isShown: !isBatches },
        { title: t('batches'), to: '?tab=batches', isShown: isBatches },
      ]}
    />
  )
  return (
    <Suspense fallback={<Skeleton />}>
      {isBatches ? <BatchesPage tabs={tabs} /> : <LinksPage tabs={tabs} />}
    </Suspense>
  )
}
