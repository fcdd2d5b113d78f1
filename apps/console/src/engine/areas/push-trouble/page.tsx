import { pushWords } from '@kabao/contract/engine/push.words'
import { pushTrouble, troubleKinds, type troubleStates } from '@kabao/contract/engine/push-trouble'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import { userWords } from '@kabao/contract/users/user.words'
import { memo, type ReactNode, useMemo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  Page,
  SelectField,
  StatusTabs,
  TextFilter,
  useAnswer,
  useList,
  useOptions,
  useWords,
} from '#kit'
import { PushTroubleList } from './list.tsx'

/** Pushes that a person must look at. @param tabs the other lists of the same page */
export default memo(function PushTroublePage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushTroubleWords)
  const { list, filters } = useList(pushTrouble.page)
  return (
    <Page title={t('title')}>
      {tabs}
      <StateTabs filters={filters} />
      <Filters filters={filters} />
      <PushTroubleList list={list} />
    </Page>
  )
})

type State = (typeof troubleStates)[number]

const StateTabs = memo(function StateTabs({ filters }: { filters: ListFilters<typeof pushTrouble.page> }) {
  const { t } = useWords(pushTroubleWords)
  const all = useWords(pushTroubleWords).t('all')
  const { data } = useAnswer(pushTrouble.counts)
  const { state } = filters.applied as { state?: State }
  const tabs = useMemo(
    () => [
      { value: 'all' as const, label: all, count: data && data.open + data.closed },
      { value: 'open' as const, label: t('state.open'), count: data?.open, isUrgent: true },
      { value: 'closed' as const, label: t('state.closed'), count: data?.closed },
    ],
    [t, all, data],
  )
  return (
    <StatusTabs
      label={t('tabs')}
      tabs={tabs}
      value={state ?? 'all'}
      onChange={(value) => filters.set({ state: value === 'all' ? undefined : value })}
    />
  )
})

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof pushTrouble.page> }) {
  const { t } = useWords(pushTroubleWords)
  const pushes = useWords(pushWords)
  const users = useWords(userWords)
  const options = useOptions(t, { kind: troubleKinds })
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <ChoiceFilter
        label={t('field.ownerName')}
        placeholder={t('hint.owner')}
        use={pushTrouble.owners}
        {...filters.filter('ownerId')}
      />
      <TextFilter label={t('field.phone')} placeholder={users.t('hint.phone')} {...filters.filter('phone')} />
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={pushes.t('hint.org')}
        use={pushTrouble.orgs}
        {...filters.filter('orgId')}
      />
      <ChoiceFilter
        label={t('field.planName')}
        placeholder={pushes.t('hint.plan')}
        use={pushTrouble.plans}
        {...filters.filter('planId')}
      />
      <DateRangeField label={t('field.at')} {...filters.range('from', 'to')} />
    </FilterBar>
  )
})
