import { reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { AlertList } from './list.tsx'

/** The alerts of everybody. @param tabs the other lists of the same page */
export default memo(function AllAlertsPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(reportAlertWords)
  return (
    <Page title={t('everybody')}>
      {tabs}
      <AlertList endpoint={reportAlert.page} label={t('everybody')} showsWho />
    </Page>
  )
})
