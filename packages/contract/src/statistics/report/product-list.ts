import { reportCalls } from './calls.ts'
import type { Report } from './report.ts'

/** What every product was viewed, ordered and paid. */
export const productList = {
  name: 'reportProductList',
  page: 'ChartProductList',
  path: '/chart/product-list',
  what: ['每日产品统计', 'daily products'],
  dimension: 'product',
  figures: [
    'visits',
    'uv',
    'orders',
    'paidOrders',
    'paidFen',
    'refunds',
    'refundedFen',
    'productRevenue',
    'conversion',
  ],
  inTable: ['uv', 'orders', 'paidOrders', 'paidFen', 'refundedFen', 'productRevenue', 'conversion'],
  onCard: ['uv', 'orders', 'paidOrders', 'productRevenue'],
  filters: ['productId', 'channelId', 'cityCode'],
  preset: 'last7',
  chart: 'paidFen',
  chartKind: 'stacked',
} as const satisfies Report
export const reportProductList = reportCalls(productList)
