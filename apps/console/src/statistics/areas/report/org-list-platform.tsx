import { orgListPlatform, reportOrgListPlatform } from '@kabao/contract/statistics/report/org-list-platform'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every organization was sent, accepted and was charged, in the full flow. */
export default memo(function OrgListPlatformPage() {
  return <ReportPage report={orgListPlatform} calls={reportOrgListPlatform} />
})
