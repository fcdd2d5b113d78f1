import { reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { AlertList } from './list.tsx'

/** One's own alerts on figures. @param tabs the other lists of the same page */
export default memo(function MyAlertsPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(reportAlertWords)
  return (
    <Page title={t('title')}>
      {tabs}
      <AlertList endpoint={reportAlert.mine} label={t('title')} />
    </Page>
  )
})
