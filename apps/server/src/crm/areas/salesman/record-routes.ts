import type { salesman } from '@kabao/contract/crm/salesman'
import { notFound } from '#platform/base/problem'
import { holds } from '#platform/callers/holds'
import { ownerOf } from '#platform/callers/scope'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { findRecords } from '../../figure-records.ts'
import { monthRecords } from '../../month-records.ts'
import { findSalesmen, startOfMonth } from './queries.ts'

/** The drill-downs of the figures of the month. */
export const recordRoutes = ({ settings }: Pick<Services, 'settings'>) =>
  ({
    records: async ({ db, params, body: { figure, current, size }, caller }) => {
      const clock = businessClock(settings)
      const [row] = await findSalesmen(db, clock, [params.id], ownerOf(caller))
      if (!row) throw notFound()
      const query = monthRecords(figure, row.id, startOfMonth(clock))
      return findRecords(db, query, { caller, mayLeads: holds(caller, 'lead:page'), current, size })
    },
  }) satisfies Partial<Handlers<typeof salesman>>
