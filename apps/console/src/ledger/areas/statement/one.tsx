import { statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { memo } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  ChoiceFilter,
  DataTable,
  FilterBar,
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

/** The statement of an organization for a month, its rows, and the links by which its statements were sent. */
export default memo(function One() {
  const { t } = useWords(statementWords)
  const { list, filters } = useList(statement.page)
  const shown = useColumns(statementWords, columns)
  const { orgId, month } = filters.applied as { orgId?: string; month?: string }
  const chosen = orgId !== undefined && month !== undefined ? { orgId, month } : null
  // A part of the rows would look like all of them on paper.
  const isWhole = list.total <= list.rows.length
  return (
    <>
      <div className={classes.screen}>
        <p className={classes.back}>
          <Anchor component={Link} to={month === undefined ? '?' : `?month=${month}`}>
            {t('overview.back')}
          </Anchor>
        </p>
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
        <>
          <SheetPart key={`${chosen.orgId} ${chosen.month}`} of={chosen} />
          <section className={isWhole ? classes.part : `${classes.part} ${classes.screen}`}>
            <h2 className={classes.heading}>{t('sheet.rows')}</h2>
            <DataTable list={list} columns={shown} label={t('sheet.rows')} exporting={statement.export} />
            <Pager list={list} />
          </section>
          {!isWhole && <p className={classes.paper}>{t('sheet.more', { count: list.total })}</p>}
        </>
      ) : (
        <p className={classes.choose}>{t('choose')}</p>
      )}
      <div className={classes.screen}>
        <Links orgId={orgId} />
      </div>
    </>
  )
})
