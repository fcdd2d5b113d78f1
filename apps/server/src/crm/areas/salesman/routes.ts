import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import { sql } from 'kysely'
import { invalid, notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices, salesmanChoices, salesTeamChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { joinWindows } from '#supply'
import { salesmanExport } from './export.ts'
import { leaveRoutes } from './leave-routes.ts'
import { entity } from './machine.ts'
import { findPageOfSalesmen, findSalesmen, ofOwner } from './queries.ts'
import { recordRoutes } from './record-routes.ts'
import { showRow } from './show.ts'

export function salesmanRoutes(services: Services) {
  const clock = () => businessClock(services.settings)
  return serve(
    salesman,
    {
      ...crudHandlers(salesman, {
        table: 'salesman',
        ofOwner,

        page: async ({ db, body, caller }) => {
          const page = await findPageOfSalesmen(db, clock(), body, ownerOf(caller))
          return { ...page, records: page.records.map(showRow) }
        },

        find: async (db, ids, caller) => (await findSalesmen(db, clock(), ids, ownerOf(caller))).map(showRow),

        create: async ({ db, body: { phone, windows, ...fields }, caller }) => {
          await refuseUnknown(db, fields)
          await refuseOtherTeam(db, caller, fields.teamId)
          if (!(await isEnabledAccount(db, fields.adminId))) throw invalid({ adminId: 'noSuchOwner' })
          return insertRow(db, 'salesman', {
            ...fields,
            phone: phone ?? '',
            windows: JSON.stringify(joinWindows(windows)),
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
        },

        change: async ({ phone, windows, ...fields }, { stored, db, caller }) => {
          if (fields.deputyId === stored.id) throw invalid({ deputyId: 'ownDeputy' })
          await refuseUnknown(db, fields, stored)
          // A head is a member of his team.
          if (fields.teamId !== stored.teamId) {
            await refuseOtherTeam(db, caller, fields.teamId)
            await sql`update sales_team set head_id = null where head_id = ${stored.id}`.execute(db)
          }
          return {
            ...fields,
            phone: phone === null ? '' : phone,
            windows: JSON.stringify(joinWindows(windows)),
            remark: restoreMasked(fields.remark, stored.remark),
          }
        },

        guardRemoval: refuseReferenced,
        trace,
      }),

      export: exporting(services, salesmanExport),
      counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),
      accounts: choosing(adminChoices),
      teams: choosing(salesTeamChoices),
      colleagues: choosing(salesmanChoices),

      reveal: async ({ db, params, caller, audit }) => {
        const [row] = await findSalesmen(db, clock(), [params.id], ownerOf(caller))
        if (!row) throw notFound()
        audit({ target: { kind: 'salesman', id: row.id } })
        return { phone: row.phone }
      },

      ...machineRoutes(services, entity),
      ...leaveRoutes(services),
      ...recordRoutes(services),
    },
    { salesman_admin_id_key: { field: 'adminId', problem: 'taken' } },
  )
}

interface Named {
  teamId: string | null
  deputyId: string | null
}

/** A team or a deputy that stays as it is may be of any kind. @throws Problem at the field of one that cannot be chosen */
async function refuseUnknown(db: Db, { teamId, deputyId }: Named, stored?: Named): Promise<void> {
  if (teamId !== null && teamId !== stored?.teamId) {
    const { rows } = await sql`select from sales_team where id = ${teamId} for key share`.execute(db)
    if (rows.length === 0) throw invalid({ teamId: 'noSuchTeam' })
  }
  if (deputyId !== null && deputyId !== stored?.deputyId) {
    const { rows } = await sql`select from salesman where id = ${deputyId} and status <> 'left'
      for key share`.execute(db)
    if (rows.length === 0) throw invalid({ deputyId: 'noSuchColleague' })
  }
}

/** A caller who sees only his teams gives no salesman to another one, because he would disappear for him. @throws Problem at `teamId` */
async function refuseOtherTeam(db: Db, caller: Caller, teamId: string | null): Promise<void> {
  const owner = ownerOf(caller)
  if (owner === null) return
  const { rows } =
    await sql`select from sales_team t join salesman h on h.id = t.head_id and h.status <> 'left'
    where t.id = ${teamId} and h.admin_id = ${owner}`.execute(db)
  if (rows.length === 0) throw invalid({ teamId: 'ownTeamOnly' })
}

async function isEnabledAccount(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from admin where id = ${id} and status = 'enabled' for key share`.execute(
    db,
  )
  return rows.length > 0
}

/** What the audit log keeps: what a person set. */
const trace = ({
  adminId: _admin,
  teamId: _team,
  deputyId: _deputy,
  isAccountEnabled: _enabled,
  held: _held,
  taken: _taken,
  month: _month,
  handOver: _handOver,
  leaves: _leaves,
  references: _references,
  ...row
}: SalesmanRow) => row
