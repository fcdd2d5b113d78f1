import { cityList, reportCityList } from '@kabao/contract/statistics/report/city-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What happened in every city. */
export default memo(function CityListPage() {
  return <ReportPage report={cityList} calls={reportCityList} />
})
