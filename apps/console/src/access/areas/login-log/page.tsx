import { loginLog, loginReasons, loginResults } from '@kabao/contract/access/login-log'
import { loginLogWords } from '@kabao/contract/access/login-log.words'
import { memo } from 'react'
import {
  DataTable,
  DateRangeField,
  FilterBar,
  Page,
  Pager,
  SelectField,
  TextFilter,
  useColumns,
  useList,
  useOptions,
  useWords,
} from '#kit'
import { columns } from './columns.ts'
import classes from './login-log.module.css'

/** Every attempt to sign in: who, from where, and with which result. */
export default memo(function LoginLogPage() {
  const { t } = useWords(loginLogWords)
  const { list, filters } = useList(loginLog.page)
  const options = useOptions(t, { result: loginResults, reason: loginReasons })
  return (
    <Page title={t('title')}>
      <FilterBar filters={filters}>
        <TextFilter label={t('field.account')} placeholder={t('whole')} {...filters.filter('account')} />
        <SelectField label={t('field.result')} options={options.result} {...filters.filter('result')} />
        <SelectField label={t('field.reason')} options={options.reason} {...filters.filter('reason')} />
        <TextFilter label={t('field.ip')} placeholder={t('whole')} {...filters.filter('ip')} />
        <DateRangeField label={t('field.at')} {...filters.range('from', 'to')} />
      </FilterBar>
      <DataTable list={list} columns={useColumns(loginLogWords, columns)} label={t('title')} />
      <Pager list={list} />
      <p className={classes.hint}>{t('unknownHint')}</p>
    </Page>
  )
})
