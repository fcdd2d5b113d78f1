import { reportSystemList, systemList } from '@kabao/contract/statistics/report/system-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** The whole service, day by day. */
export default memo(function SystemListPage() {
  return <ReportPage report={systemList} calls={reportSystemList} />
})
