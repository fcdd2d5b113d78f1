import { orgList, reportOrgList } from '@kabao/contract/statistics/report/org-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every organization was sent, accepted and was charged, in all flows. */
export default memo(function OrgListPage() {
  return <ReportPage report={orgList} calls={reportOrgList} />
})
