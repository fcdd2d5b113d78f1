import { orgCityAutoList, reportOrgCityAutoList } from '@kabao/contract/statistics/report/org-city-auto-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every organization was sent, accepted and was charged, in the city joint login. */
export default memo(function OrgCityAutoListPage() {
  return <ReportPage report={orgCityAutoList} calls={reportOrgCityAutoList} />
})
