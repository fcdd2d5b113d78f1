import type { salesman } from '@kabao/contract/salesman'
import { holds } from '#access/holds'
import { ownerOf } from '#access/scope'
import { notFound } from '#http/problem'
import type { Handlers } from '#http/serve'
import { businessClock } from '#settings/business-clock'
import { monthRecords } from '../../crm/month-records.ts'
import { findRecords } from '../../crm/records.ts'
import type { Services } from '../../services.ts'
import { findSalesmen, startOfMonth } from './queries.ts'

/** The doors of the figures of the month. */
export const recordRoutes = ({ settings }: Pick<Services, 'settings'>) =>
  ({
    records: async ({ db, params, body: { figure, current, size }, caller }) => {
      const clock = businessClock(settings)
      const [row] = await findSalesmen(db, clock, [params.id], ownerOf(caller))
      if (!row) throw notFound()
      const query = monthRecords(figure, row.id, startOfMonth(clock))
      return findRecords(db, query, { caller, mayLeads: holds(caller, 'clue:page'), current, size })
    },
  }) satisfies Partial<Handlers<typeof salesman>>
