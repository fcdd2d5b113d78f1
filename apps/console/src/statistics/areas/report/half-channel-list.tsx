import { halfChannelList, reportHalfChannelList } from '@kabao/contract/statistics/report/half-channel-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** How far the people of every channel got in the half flow, which has no profiles. */
export default memo(function HalfChannelListPage() {
  return <ReportPage report={halfChannelList} calls={reportHalfChannelList} />
})
