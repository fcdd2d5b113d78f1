import { feedback, feedbackKinds } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
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

export const FeedbackFilters = memo(function FeedbackFilters({
  filters,
}: {
  filters: ListFilters<typeof feedback.page>
}) {
  const { t } = useWords(feedbackWords)
  const options = useOptions(t, { kind: feedbackKinds })
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.phone')} placeholder={t('hint.phone')} {...filters.filter('phone')} />
      <ChoiceFilter
        label={t('field.handledBy')}
        placeholder={t('hint.handledBy')}
        use={feedback.handlers}
        {...filters.filter('handledBy')}
      />
      <TextFilter label={t('field.userId')} {...filters.filter('userId')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
