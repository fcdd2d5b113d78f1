import { channelList, reportChannelList } from '@kabao/contract/statistics/report/channel-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** How far the people of every channel got in the full flow. */
export default memo(function ChannelListPage() {
  return <ReportPage report={channelList} calls={reportChannelList} />
})
