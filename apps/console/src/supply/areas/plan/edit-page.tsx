import { id as idSchema } from '@kabao/contract/kernel/kernel'
import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Failure, Page, Skeleton, useAnswer, usePermission, useWords } from '#kit'
import { choicesQuery } from '#kit/choice/choices-query.ts'
import { useLeave } from '#kit/page/way-back.ts'
import { type Flow, listAddress, type PlanList, plainList, uvList } from './lists.ts'

interface FormOf {
  of: PlanList
  leave: (opened?: string) => void
}

const PlanForm = lazy(() => import('./plan-form.tsx'))

/** The form of the plan that the address names: `?id=5`, a new one for `?org=7`, a copy of `?copy=5`; `?list=planUv` of the joint logins. */
export default function PlanEditPage() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const of = params.get('list') === uvList.name ? uvList : plainList
  return (
    <Suspense fallback={<Waiting of={of} isNew={!params.has('id')} />}>
      <Named of={of} search={search} />
    </Suspense>
  )
}

function Named({ of, search }: { of: PlanList; search: string }) {
  const leave = useLeave(listAddress(of))
  const params = new URLSearchParams(search)
  const idOf = (name: string) => idSchema.safeParse(params.get(name)).data ?? null
  const [id, copy, org] = [idOf('id'), idOf('copy'), idOf('org')]
  const mayWrite = usePermission(id === null ? of.calls.create : of.calls.update)
  if (!mayWrite) return <Navigate to="/exception/403" replace />
  // An address that was typed wrong is no new plan.
  if (['id', 'copy', 'org'].some((name) => params.has(name) && idOf(name) === null))
    return <Navigate to="/exception/404" replace />
  const shown = id ?? copy
  if (shown === null)
    return org === null ? (
      <PlanForm of={of} leave={leave} />
    ) : (
      <OfOrg key={org} of={of} leave={leave} id={org} />
    )
  return <Loaded key={shown} of={of} leave={leave} id={shown} isCopied={id === null} />
}

/** The form of a new plan of an organization, which says by its flow which of the list's it has. */
function OfOrg({ of, id, leave }: FormOf & { id: string }) {
  const [usual, other] = of.flows as [Flow, Flow]
  const { data, isError } = useQuery(choicesQuery(of.calls.orgs, { ids: id, flow: other }))
  if (!data && !isError) return <Waiting of={of} isNew />
  return <PlanForm of={of} leave={leave} given={{ orgId: id, flow: data?.length ? other : usual }} />
}

/** The form of a stored plan, once it is loaded. */
function Loaded({ of, id, isCopied, leave }: FormOf & { id: string; isCopied: boolean }) {
  const { t } = useWords(planPageWords)
  const { data, error, isFetchedAfterMount, refetch } = useAnswer(of.calls.get, { params: { id } })
  if (!data || !isFetchedAfterMount)
    return (
      <Waiting of={of} isNew={isCopied}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
      </Waiting>
    )
  if (isCopied) return <PlanForm of={of} leave={leave} from={data} />
  if (data.status === 'ended')
    return (
      <Waiting of={of}>
        <p>{t('ended')}</p>
      </Waiting>
    )
  return <PlanForm of={of} leave={leave} entry={data} />
}

/** The page without the form: while it is loading, or with the reason why there is none. */
function Waiting({ of, isNew = false, children }: { of: PlanList; isNew?: boolean; children?: ReactNode }) {
  const { t } = useWords(planWords)
  return (
    <Page
      breadcrumb={['menu.plan', of.title, 'menu.plan.edit']}
      title={t(`${isNew ? 'add' : 'edit'}.${of.name}`)}
    >
      {children || <Skeleton shape="form" count={8} />}
    </Page>
  )
}
