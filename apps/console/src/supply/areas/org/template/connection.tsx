import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { lazy, Suspense, useEffect } from 'react'
import { Failure, Page, Skeleton, useAnswer, usePermission, useWords } from '#kit'
import { PartnerTabs } from '#partners'
import type { OrgList } from '../lists.ts'

/** In milliseconds. */
const reviewPause = 3_000

const load = () => import('./editor.tsx')
const ConnectionEditor = lazy(load)

interface ConnectionProps {
  of: OrgList
  id: string
}

/** How an organization is called. What edits it comes while its template is read. */
export function Connection({ of, id }: ConnectionProps) {
  const { t } = useWords(orgTemplateWords)
  useEffect(() => void load().catch(() => undefined), [])
  const { data, isFetchedAfterMount, error, refetch } = useAnswer(
    of.calls.template,
    { params: { id } },
    // Somebody else reviews what waits, while the page may stay open.
    { refetchInterval: ({ state }) => (state.data?.isWaiting ? reviewPause : false) },
  )
  const mayRead = usePermission(of.calls.get)
  const { data: org } = useAnswer(of.calls.get, { params: { id } }, { enabled: mayRead })
  return (
    <Page
      breadcrumb={['menu.org', of.title, 'menu.org.connection']}
      title={org ? t('titleOf', { name: org.name }) : t('title')}
      isLong
    >
      <PartnerTabs kind="Org" of={of} id={id} shown="Connection" />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !(data && isFetchedAfterMount) && <Skeleton count={12} />}
      {data && isFetchedAfterMount && (
        <Suspense fallback={<Skeleton count={12} />}>
          <ConnectionEditor of={of} id={id} found={data} />
        </Suspense>
      )}
    </Page>
  )
}
