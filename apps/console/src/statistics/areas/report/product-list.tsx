import { productList, reportProductList } from '@kabao/contract/statistics/report/product-list'
import { memo } from 'react'
import { ReportPage } from '../../report/report-page.tsx'

/** What every product was viewed, ordered and paid. */
export default memo(function ProductListPage() {
  return <ReportPage report={productList} calls={reportProductList} />
})
