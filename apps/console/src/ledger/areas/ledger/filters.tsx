import { accountKinds, ledger, transferKinds } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'
import { MoneyFilter } from '#kit/list/money-filter.tsx'

export const LedgerFilters = memo(function LedgerFilters({
  filters,
}: {
  filters: ListFilters<typeof ledger.page>
}) {
  const { t } = useWords(ledgerWords)
  const options = useOptions(t, { kind: transferKinds, account: accountKinds })
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <ChoiceFilter
            label={t('field.channelName')}
            placeholder={t('hint.channel')}
            use={ledger.channels}
            {...filters.filter('channelId')}
          />
          <SelectField
            label={t('field.accountKind')}
            options={options.account}
            {...filters.filter('accountKind')}
          />
          <MoneyFilter
            label={t('yuan', { title: t('field.amountFrom') })}
            {...filters.filter('amountFrom')}
          />
          <MoneyFilter label={t('yuan', { title: t('field.amountTo') })} {...filters.filter('amountTo')} />
        </>
      }
    >
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={t('hint.org')}
        use={ledger.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.refId')} placeholder={t('hint.refId')} {...filters.filter('refId')} />
      <DateRangeField label={t('field.at')} {...filters.range('from', 'to')} />
    </FilterBar>
  )
})
