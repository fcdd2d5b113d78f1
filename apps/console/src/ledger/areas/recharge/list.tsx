import { mostRecharge, recharge, rechargeWays } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { rechargeMachine } from '@kabao/contract/ledger/recharge-machine'
import { lazy, memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  useOptions,
  useWords,
} from '#kit'
import { MoneyFilter } from '#kit/list/money-filter.tsx'
import { columns } from './columns.tsx'

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof recharge.page> }) {
  const { t } = useWords(rechargeWords)
  const options = useOptions(t, { way: rechargeWays })
  return (
    <FilterBar filters={filters}>
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={t('hint.org')}
        use={recharge.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField label={t('field.way')} options={options.way} {...filters.filter('way')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={recharge.filers}
        {...filters.filter('createdBy')}
      />
      <MoneyFilter
        label={t('yuan', { title: t('field.amountFrom') })}
        min={-mostRecharge}
        {...filters.filter('amountFrom')}
      />
      <MoneyFilter
        label={t('yuan', { title: t('field.amountTo') })}
        min={-mostRecharge}
        {...filters.filter('amountTo')}
      />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})

/** What the kit's list of rows with states needs of this area. */
export const rechargeList = {
  words: rechargeWords,
  columns,
  machine: rechargeMachine,
  calls: recharge,
  refusal: 'reject' as const,
  refuseMany: recharge.rejectMany,
  exporting: recharge.export,
  Filters: Filters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
