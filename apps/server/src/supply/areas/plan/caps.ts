import { codes } from '@kabao/contract'
import type { PlanCalls, PlanDetail } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import { invalid, notFound, Problem } from '#platform/base/problem'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { readCaps, tracedCaps, writeCaps } from '../../caps/limits.ts'
import type { List } from './lists.ts'
import { findPlans } from './queries.ts'

/** The caps of a plan by channel, beside the plan's own caps. */
export function capRoutes(
  { settings }: Services,
  list: List,
): Handlers<Pick<PlanCalls, 'caps' | 'saveCaps'>> {
  const found = async (db: Db, id: string): Promise<PlanDetail> => {
    const [plan] = await findPlans(db, list, [id])
    if (!plan) throw notFound()
    return plan
  }
  const capsOf = (db: Db, id: string) =>
    readCaps(db, { kind: 'pair', id }, databaseNow(), businessClock(settings))
  const view = async (db: Db, id: string) => {
    const caps = await capsOf(db, id)
    return { version: (await found(db, id)).version, caps }
  }
  return {
    caps: ({ db, params }) => view(db, params.id),

    saveCaps: async ({ db, params: { id }, body, caller, audit }) => {
      const before = await capsOf(db, id)
      await changeRow(
        db,
        'plan',
        { id, version: body.version },
        {
          show: () => found(db, id),
          by: caller.adminId,
          where: list.only,
          guard: (_, { status }) => {
            if (status === 'ended') throw new Problem(codes.conflict, 'planEnded')
          },
          change: async () => {
            await refuseUnknownChannels(db, body.caps)
            await writeCaps(db, { kind: 'pair', id }, body.caps)
            return {}
          },
        },
      )
      const after = await capsOf(db, id)
      audit({
        target: { kind: 'plan', id },
        before: { caps: tracedCaps(before) },
        after: { caps: tracedCaps(after) },
      })
      return view(db, id)
    },
  }
}

/** Locks the channels against a deletion. @throws Problem at the first row whose channel does not exist */
async function refuseUnknownChannels(db: Db, caps: readonly { channelId: string }[]): Promise<void> {
  const ids = caps.map(({ channelId }) => channelId)
  const { rows } = await sql<{ id: string }>`
    select id from channel where id = any(${ids}::bigint[]) order by id for key share`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const at = ids.findIndex((id) => !known.has(id))
  if (at >= 0) throw invalid({ [`caps.${at}.channelId`]: 'noSuchChannel' })
}
