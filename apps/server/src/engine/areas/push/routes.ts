import { codes } from '@kabao/contract'
import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import type { PushStatus } from '@kabao/contract/users/push-status'
import { notFound, Problem } from '#platform/base/problem'
import { acting, counting } from '#platform/batches/request'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices, orgChoices, planChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { answerLater } from '../../answer-later.ts'
import { resend, whyNotResent } from '../../resend.ts'
import { lockUser } from '../../settle.ts'
import { settlingOf } from '../../settle-parts.ts'
import { resendPushes } from './batch.ts'
import { pushExport } from './export.ts'
import * as queries from './queries.ts'
import { showDetail, showRow } from './show.ts'

export function pushRoutes(services: Services) {
  const settling = settlingOf(services.settings)
  return serve(push, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfPushes(db, body, ownerOf(caller))
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, pushExport),

    get: async ({ db, params, caller }) => {
      const row = await queries.find(db, params.id, ownerOf(caller))
      if (!row) throw notFound()
      return showDetail(row, await queries.findAttempts(db, row.id))
    },

    settle: async ({ db, params: { id }, body: { outcome }, caller, audit }) => {
      const owner = ownerOf(caller)
      const before = await queries.find(db, id, owner)
      if (!before) throw notFound()
      const isUnclear = before.status === 'unknown'
      if (!isUnclear && before.status !== outcome) throw new Problem(codes.conflict, 'conflict')
      const answered = await answerLater(db, settling, {
        pushId: id,
        orgId: null,
        outcome,
        by: caller.adminId,
      })
      if (answered === 'conflict') throw new Problem(codes.conflict, 'conflict')
      if (answered === 'unpaid') throw new Problem(codes.conflict, 'unpaid')
      audit({ target: { kind: 'push', id }, before: { status: before.status }, after: { status: outcome } })
      return showDetail((await queries.find(db, id, owner)) ?? before, await queries.findAttempts(db, id))
    },

    resend: async ({ db, params: { id }, caller, audit }) => {
      const owner = ownerOf(caller)
      const before = await queries.find(db, id, owner)
      if (!before) throw notFound()
      await lockUser(db, before.userId)
      const why = await whyNotResent(db, id)
      if (why) throw refusalOf(why, before.status)
      const [resent] = await resend(db, [id], caller.adminId)
      if (resent === undefined) throw new Problem(codes.conflict, 'onTheWay')
      audit({ target: { kind: 'push', id }, before: { status: before.status }, after: { isResent: true } })
      return showDetail((await queries.find(db, id, owner)) ?? before, await queries.findAttempts(db, id))
    },

    resendCount: counting(services, resendPushes),
    resendMatching: acting(services, resendPushes),

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
    channels: choosing(channelChoices),
  })
}

/** Why a push is not sent again, in words. */
function refusalOf(why: 'status' | 'onTheWay' | 'accepted', status: PushStatus): Problem {
  if (why === 'onTheWay') return new Problem(codes.conflict, 'onTheWay')
  if (why === 'accepted') return new Problem(codes.conflict, 'acceptedLater')
  const texts = { state: pushWords.tree.status[status], act: push.resend.summary }
  return new Problem(codes.conflict, 'wrongState', { texts })
}
