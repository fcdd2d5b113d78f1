import { orgHalfList, reportOrgHalfList } from '@kabao/contract/statistics/report/org-half-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every organization was sent, accepted and was charged, in the half flow. */
export default memo(function OrgHalfListPage() {
  return <ReportPage report={orgHalfList} calls={reportOrgHalfList} />
})
