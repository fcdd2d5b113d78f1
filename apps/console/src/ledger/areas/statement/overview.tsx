import { statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { movements, type StatementOverviewRow } from '@kabao/contract/ledger/statement-overview'
import { memo, useCallback } from 'react'
import { useNavigate } from 'react-router'
import {
  DataTable,
  FilterBar,
  Pager,
  SelectField,
  TextFilter,
  useColumns,
  useList,
  useOptions,
  useRowActions,
  useWords,
} from '#kit'
import { Links } from './links.tsx'
import { latestMonths } from './months.ts'
import { overviewColumns } from './overview-columns.ts'

/** A month of all organizations, a row each; a row opens the statement. */
export default memo(function Overview() {
  const { t } = useWords(statementWords)
  const { list, filters } = useList(statement.overview)
  const months = latestMonths()
  const shown = (filters.applied as { month?: string }).month ?? (months[0] as string)
  const navigate = useNavigate()
  const open = useCallback(
    (row: StatementOverviewRow) => void navigate(`?orgId=${row.id}&month=${shown}`),
    [navigate, shown],
  )
  const actions = useRowActions<StatementOverviewRow>([{ key: 'open', label: t('overview.open'), run: open }])
  const options = useOptions(t, { movement: movements })
  return (
    <>
      <FilterBar filters={filters}>
        <SelectField
          label={t('field.month')}
          placeholder={t('hint.month', { month: months[0] as string })}
          options={months.map((value) => ({ value, label: value }))}
          {...filters.filter('month')}
        />
        <TextFilter label={t('field.name')} placeholder={t('hint.org')} {...filters.filter('name')} />
        <SelectField label={t('field.movement')} options={options.movement} {...filters.filter('movement')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(statementWords, overviewColumns)}
        label={t('overview.title', { month: shown })}
        onOpen={open}
        actions={actions}
        exporting={statement.exportOverview}
      />
      <Pager list={list} />
      <Links orgId={undefined} />
    </>
  )
})
