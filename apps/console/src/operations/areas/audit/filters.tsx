import { audit, auditResults, auditTargets } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { memo, useMemo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  optionsOf,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'
import { targetName } from './target.tsx'

export const AuditFilters = memo(function AuditFilters({
  filters,
}: {
  filters: ListFilters<typeof audit.page>
}) {
  const { t } = useWords(auditWords)
  const options = useOptions(t, { result: auditResults })
  const targets = useMemo(() => optionsOf<string>(auditTargets, (kind) => targetName(t, kind)), [t])
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.username')} placeholder={t('whole')} {...filters.filter('username')} />
      <ChoiceFilter label={t('field.action')} use={audit.actions} {...filters.filter('point')} />
      <SelectField label={t('field.result')} options={options.result} {...filters.filter('result')} />
      <DateRangeField label={t('field.at')} {...filters.range('from', 'to')} />
      <SelectField label={t('field.targetKind')} options={targets} {...filters.filter('targetKind')} />
      <TextFilter label={t('field.targetId')} placeholder={t('whole')} {...filters.filter('targetId')} />
      <TextFilter label={t('field.tokenName')} placeholder={t('whole')} {...filters.filter('tokenName')} />
      <TextFilter label={t('field.ip')} placeholder={t('whole')} {...filters.filter('ip')} />
      {filters.filter('group').value !== undefined && (
        <TextFilter label={t('field.group')} placeholder={t('whole')} {...filters.filter('group')} />
      )}
      <TextFilter label={t('field.requestId')} placeholder={t('whole')} {...filters.filter('requestId')} />
    </FilterBar>
  )
})
