import {
  channelListProfit,
  reportChannelListProfit,
} from '@kabao/contract/statistics/report/channel-list-profit'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every channel brought, cost and earned, in all flows. */
export default memo(function ChannelListProfitPage() {
  return <ReportPage report={channelListProfit} calls={reportChannelListProfit} />
})
