import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushStages, pushStatuses } from '@kabao/contract/users/push-status'
import { flows } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  RegionField,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'

export const PushFilters = memo(function PushFilters({
  filters,
}: {
  filters: ListFilters<typeof push.page>
}) {
  const { t } = useWords(pushWords)
  const users = useWords(userWords)
  const options = {
    ...useOptions(users.t, { flow: flows }),
    ...useOptions(t, { status: pushStatuses, stage: pushStages }),
  }
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <ChoiceFilter
            label={t('field.plan')}
            placeholder={t('hint.plan')}
            use={push.plans}
            {...filters.filter('planId')}
          />
          <ChoiceFilter
            label={t('field.channel')}
            placeholder={users.t('hint.channel')}
            use={push.channels}
            {...filters.filter('channelId')}
          />
          <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
          <RegionField label={t('field.city')} {...filters.filter('cityCode')} />
          <SelectField label={t('field.stage')} options={options.stage} {...filters.filter('stage')} />
          <TextFilter
            label={t('field.pushPlanId')}
            placeholder={t('hint.pushPlanId')}
            {...filters.filter('pushPlanId')}
          />
          <TextFilter
            label={t('field.userId')}
            placeholder={t('hint.userId')}
            {...filters.filter('userId')}
          />
        </>
      }
    >
      <TextFilter label={t('field.phone')} placeholder={users.t('hint.phone')} {...filters.filter('phone')} />
      <ChoiceFilter
        label={t('field.org')}
        placeholder={t('hint.org')}
        use={push.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
      <DateRangeField label={t('field.requestAt')} {...filters.range('requestFrom', 'requestTo')} />
    </FilterBar>
  )
})
