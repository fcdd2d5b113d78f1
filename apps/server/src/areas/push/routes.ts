import { codes } from '@kabao/contract'
import { push } from '@kabao/contract/push'
import { ownerOf } from '#access/scope'
import { notFound, Problem } from '#http/problem'
import { serve } from '#http/serve'
import { choosing } from '../../choices/answer.ts'
import { channelChoices, orgChoices, planChoices } from '../../choices/sources.ts'
import { answerLater } from '../../engine/answer-later.ts'
import { settlingOf } from '../../engine/settling.ts'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
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
        ...{ pushId: id, orgId: null, outcome },
        by: caller.adminId,
      })
      if (answered === 'conflict') throw new Problem(codes.conflict, 'conflict')
      audit({ target: { kind: 'push', id }, before: { status: before.status }, after: { status: outcome } })
      return showDetail((await queries.find(db, id, owner)) ?? before, await queries.findAttempts(db, id))
    },

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
    channels: choosing(channelChoices),
  })
}
