import { type PushFilter, push } from '@kabao/contract/engine/push'
import type { BatchAct } from '#platform/batches/act'
import { isResendable, resend } from '../../resend.ts'
import { rowsOfPushes } from './queries.ts'

/** Hands over again all pushes that match a filter and surely failed. */
export const resendPushes: BatchAct<PushFilter> = {
  name: 'push.resend',
  point: 'push:resend',
  targetKind: 'push',
  filter: push.resendMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfPushes({ ...filter, sort: 'requestAt' }, owner),
  able: isResendable,
  async apply(db, ids, { adminId }) {
    const resent = await resend(db, ids, adminId)
    return resent.map((id) => ({ id, before: { status: 'failed' }, after: { isResent: true } }))
  },
}
