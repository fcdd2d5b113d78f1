import { pushPlan, pushSchedules } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
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

const schedules = { schedule: pushSchedules }

export const PushPlanFilters = memo(function PushPlanFilters({
  filters,
}: {
  filters: ListFilters<typeof pushPlan.page>
}) {
  const { t } = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const options = useOptions(t, schedules)
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <ChoiceFilter
            label={t('field.channelId')}
            placeholder={page.t('hint.channel')}
            use={pushPlan.channels}
            {...filters.filter('channelId')}
          />
          <TextFilter label={t('field.id')} {...filters.filter('id')} />
        </>
      }
    >
      <TextFilter label={t('field.name')} placeholder={page.t('hint.name')} {...filters.filter('name')} />
      <ChoiceFilter
        label={t('field.planId')}
        placeholder={page.t('hint.plan')}
        use={pushPlan.plans}
        {...filters.filter('planId')}
      />
      <SelectField label={t('field.schedule')} options={options.schedule} {...filters.filter('schedule')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
