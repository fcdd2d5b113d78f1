import type { ReportRecord } from '@kabao/contract/statistics/report/rows'

/**
 * The page that shows a record.
 * @param aboutId the order of a refund, or the push of a return
 */
export function linkOf(
  { kind, refId, id, userId }: Pick<ReportRecord, 'kind' | 'refId' | 'id' | 'userId'>,
  aboutId: string | null,
): ReportRecord['link'] {
  switch (kind) {
    case 'registration':
    case 'imported':
    case 'profile':
    case 'match':
    case 'matched':
    case 'active':
      return userId === null ? null : { name: 'UserList', query: { open: userId } }
    case 'push':
    case 'accepted':
    case 'rejected':
    case 'duplicate':
    case 'failed':
    case 'login':
      return { name: 'PlanPushList', query: { open: refId } }
    case 'return':
      return aboutId === null ? null : { name: 'PlanPushList', query: { open: aboutId } }
    case 'order':
    case 'paid':
      return { name: 'PayConfigOrderList', query: { open: refId } }
    case 'refund':
      return aboutId === null ? null : { name: 'PayConfigOrderList', query: { open: aboutId } }
    case 'charge':
    case 'chargeBack':
      return { name: 'FinanceLedger', query: { open: refId } }
    case 'closing':
      return { name: 'FinanceLedger', query: { open: id } }
    case 'error':
      return { name: 'ChartEventList', query: { open: refId } }
    case 'cost':
    case 'costBack':
    case 'visit':
      return null
  }
}
