import { exportWords } from '@kabao/contract/kernel/export.words'
import { reportNames } from '@kabao/contract/kernel/report-names'
import { alertStates, type reportAlert } from '@kabao/contract/statistics/report-alert'
import type { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import type { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { optionsOf } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { FilterBar } from '#kit/list/filter-bar.tsx'
import type { ListFilters } from '#kit/list/list.ts'
import { useWords } from '#kit/words/words.ts'

/** The filters of the lists of alerts and of schedules: the report, and whether it is on. */
export function WatchFilters({ filters, words }: WatchFiltersProps) {
  const { t } = useWords(words as typeof reportAlertWords)
  const { t: say } = useWords(exportWords)
  return (
    <FilterBar filters={filters}>
      <SelectField
        label={t('field.report')}
        options={optionsOf(reportNames, (name) => say(`resource.${name}`))}
        {...filters.filter('report')}
      />
      <SelectField
        label={t('field.state')}
        options={optionsOf(alertStates, (state) => t(`state.${state}`))}
        {...filters.filter('state')}
      />
    </FilterBar>
  )
}

interface WatchFiltersProps {
  filters: ListFilters<typeof reportAlert.mine>
  words: typeof reportAlertWords | typeof reportScheduleWords
}
