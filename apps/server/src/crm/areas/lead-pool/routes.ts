import { codes } from '@kabao/contract'
import { type LeadPoolRow, leadPool } from '@kabao/contract/crm/lead-pool'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { salesmanChoices, salesTeamChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import { findPageOfPools, findPools } from './queries.ts'

export const leadPoolRoutes = () =>
  serve(
    leadPool,
    {
      ...crudHandlers(leadPool, {
        table: 'leadPool',
        page: ({ db, body }) => findPageOfPools(db, body),
        find: (db, ids) => findPools(db, ids),
        create: async ({ db, body, caller }) => {
          await refuseNobody(db, body.ownerId)
          return insertRow(db, 'leadPool', {
            ...body,
            kind: 'team',
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
        },
        change: async (fields, { stored, db }) => {
          if (fields.ownerId !== stored.ownerId) await refuseNobody(db, fields.ownerId)
          return fields
        },
        guardRemoval: (row) => {
          if (row.kind === 'public') throw new Problem(codes.conflict, 'publicPoolStays')
          refuseReferenced(row)
        },
        trace,
      }),
      teams: choosing(salesTeamChoices),
      owners: choosing(salesmanChoices),
    },
    {
      lead_pool_name_key: { field: 'name', problem: 'taken' },
      lead_pool_team_id_key: { field: 'teamId', problem: 'taken' },
      lead_pool_team_id_fkey: { field: 'teamId', problem: 'noSuchTeam' },
    },
  )

/** @throws Problem if nobody can be in charge by this id */
async function refuseNobody(db: Db, ownerId: string | null): Promise<void> {
  if (ownerId === null) return
  const { rows } = await sql`select from salesman where id = ${ownerId} and status <> 'left'
    for key share`.execute(db)
  if (rows.length === 0) throw invalid({ ownerId: 'noSuchColleague' })
}

const trace = ({
  teamId: _team,
  ownerId: _owner,
  waiting: _waiting,
  held: _held,
  references: _references,
  ...row
}: LeadPoolRow) => row
