import { pushWords } from '@kabao/contract/engine/push.words'
import { askedWays, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { userWords } from '@kabao/contract/users/user.words'
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

export const PushReturnFilters = memo(function PushReturnFilters({
  filters,
}: {
  filters: ListFilters<typeof pushReturn.page>
}) {
  const { t } = useWords(pushReturnWords)
  const pushes = useWords(pushWords)
  const users = useWords(userWords)
  const options = useOptions(t, { askedWay: askedWays })
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <SelectField
            label={t('field.askedWay')}
            options={options.askedWay}
            {...filters.filter('askedWay')}
          />
          <TextFilter
            label={t('field.pushId')}
            placeholder={pushes.t('hint.userId')}
            {...filters.filter('pushId')}
          />
        </>
      }
    >
      <TextFilter label={t('field.phone')} placeholder={users.t('hint.phone')} {...filters.filter('phone')} />
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={pushes.t('hint.org')}
        use={pushReturn.orgs}
        {...filters.filter('orgId')}
      />
      <ChoiceFilter
        label={t('field.planName')}
        placeholder={pushes.t('hint.plan')}
        use={pushReturn.plans}
        {...filters.filter('planId')}
      />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
