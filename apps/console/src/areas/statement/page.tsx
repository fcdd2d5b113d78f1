import { statement } from '@kabao/contract/statement'
import { statementWords } from '@kabao/contract/statement.words'
import { memo } from 'react'
import {
  ChoiceFilter,
  DataTable,
  FilterBar,
  Page,
  Pager,
  SelectField,
  useColumns,
  useList,
  useWords,
} from '#kit'
import { columns } from './columns.ts'
import { Links } from './links.tsx'
import { latestMonths } from './months.ts'
import { SheetPart } from './sheet-part.tsx'
import classes from './statement.module.css'

/** The statement of an organization for a month, its rows, and the links by which statements were sent. */
export default memo(function StatementPage() {
  const { t } = useWords(statementWords)
  const { list, filters } = useList(statement.page)
  const shown = useColumns(statementWords, columns)
  const { orgId, month } = filters.applied as { orgId?: string; month?: string }
  const chosen = orgId !== undefined && month !== undefined ? { orgId, month } : null
  return (
    <Page breadcrumb={['menu.finance', 'menu.finance.statement']} title={t('title')} isLong>
      <div className={classes.screen}>
        <FilterBar filters={filters}>
          <ChoiceFilter
            label={t('field.orgId')}
            placeholder={t('hint.org')}
            use={statement.orgs}
            {...filters.filter('orgId')}
          />
          <SelectField
            label={t('field.month')}
            options={latestMonths().map((value) => ({ value, label: value }))}
            {...filters.filter('month')}
          />
        </FilterBar>
      </div>
      {chosen ? (
        <SheetPart key={`${chosen.orgId} ${chosen.month}`} of={chosen} />
      ) : (
        <p className={classes.choose}>{t('choose')}</p>
      )}
      {chosen && (
        <section className={classes.part}>
          <h2 className={classes.heading}>{t('sheet.rows')}</h2>
          <DataTable list={list} columns={shown} label={t('sheet.rows')} exporting={statement.export} />
          <Pager list={list} />
        </section>
      )}
      <div className={classes.screen}>
        <Links orgId={orgId} />
      </div>
    </Page>
  )
})
