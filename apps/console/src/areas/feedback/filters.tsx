import { feedback, feedbackKinds } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import { memo, useMemo } from 'react'
import {
  DateRangeField,
  FilterBar,
  type ListFilters,
  optionsOf,
  SearchSelectField,
  SelectField,
  TextFilter,
  useWords,
} from '#kit'

export const FeedbackFilters = memo(function FeedbackFilters({
  filters,
}: {
  filters: ListFilters<typeof feedback.page>
}) {
  const { t } = useWords(feedbackWords)
  const kinds = useMemo(() => optionsOf(feedbackKinds, (kind) => t(`kind.${kind}`)), [t])
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={kinds} {...filters.filter('kind')} />
      <TextFilter label={t('field.phone')} placeholder={t('hint.phone')} {...filters.filter('phone')} />
      <SearchSelectField
        label={t('field.handledBy')}
        placeholder={t('hint.handledBy')}
        use={feedback.handlers}
        optionOf={asOption}
        {...filters.filter('handledBy')}
      />
      <TextFilter label={t('field.userId')} {...filters.filter('userId')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})

const asOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
