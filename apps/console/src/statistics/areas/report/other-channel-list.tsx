import {
  otherChannelList,
  reportOtherChannelList,
} from '@kabao/contract/statistics/report/other-channel-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What the visitors of every channel did in the UV joint login. */
export default memo(function OtherChannelListPage() {
  return <ReportPage report={otherChannelList} calls={reportOtherChannelList} />
})
