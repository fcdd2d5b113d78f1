import { capSpans } from '@kabao/contract/supply/cap-limit'
import type { OrgCalls, OrgDetail } from '@kabao/contract/supply/org'
import { notFound } from '#platform/base/problem'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { readCaps, tracedCaps, writeCaps } from '../../caps/limits.ts'
import type { List } from './lists.ts'
import { findOrgs } from './queries.ts'

/** The caps of an organization over all of its plans. */
export function capRoutes({ settings }: Services, list: List): Handlers<Pick<OrgCalls, 'caps' | 'saveCaps'>> {
  const found = async (db: Db, id: string): Promise<OrgDetail> => {
    const [org] = await findOrgs(db, list, [id])
    if (!org) throw notFound()
    return org
  }
  const capsOf = (db: Db, id: string) =>
    readCaps(db, { kind: 'org', id }, databaseNow(), businessClock(settings))
  /** A row for each span, also for those without a cap. */
  const view = async (db: Db, id: string) => {
    const caps = await capsOf(db, id)
    const { version } = await found(db, id)
    const shown = capSpans.map((span) => {
      const {
        most = null,
        mostFen = null,
        used = 0,
        usedFen = 0,
      } = caps.find((cap) => cap.span === span) ?? {}
      return { span, most, mostFen, used, usedFen }
    })
    return { version, caps: shown }
  }
  return {
    caps: ({ db, params }) => view(db, params.id),

    saveCaps: async ({ db, params: { id }, body, caller, audit }) => {
      const before = tracedCaps(await capsOf(db, id))
      await changeRow(
        db,
        'org',
        { id, version: body.version },
        {
          show: () => found(db, id),
          by: caller.adminId,
          where: list.only,
          change: async () => {
            await writeCaps(db, { kind: 'org', id }, body.caps)
            return {}
          },
        },
      )
      audit({
        target: { kind: 'org', id },
        before: { caps: before },
        after: { caps: tracedCaps(await capsOf(db, id)) },
      })
      return view(db, id)
    },
  }
}
