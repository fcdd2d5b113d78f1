import { codes } from '@kabao/contract'
import { type SalesTeamRow, salesTeam } from '@kabao/contract/crm/sales-team'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { salesmanChoices } from '#platform/choices/sources'
import { crudHandlers } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { type Call, serve } from '#platform/http/serve'
import { findPageOfTeams, findTeams } from './queries.ts'

export const salesTeamRoutes = () =>
  serve(
    salesTeam,
    {
      ...crudHandlers(salesTeam, {
        table: 'salesTeam',
        page: ({ db, body }) => findPageOfTeams(db, body),
        find: (db, ids) => findTeams(db, ids),
        create: ({ db, body, caller }) =>
          insertRow(db, 'salesTeam', { ...body, createdBy: caller.adminId, updatedBy: caller.adminId }),
        change: async (fields, { stored, db }) => {
          const { headId } = fields
          if (headId !== null && headId !== stored.headId && !(await isMember(db, headId, stored.id)))
            throw invalid({ headId: 'headElsewhere' })
          return fields
        },
        guardRemoval: refuseUsed,
        trace,
      }),
      heads: choosing(salesmanChoices, ({ teamId }: Call<typeof salesTeam.heads>['query']) =>
        teamId === undefined ? sql`true` : sql`t.team_id = ${teamId}`,
      ),
    },
    {
      sales_team_name_key: { field: 'name', problem: 'taken' },
      salesman_team_id_fkey: { words: 'teamTaken' },
      lead_pool_team_id_fkey: { words: 'teamHasPool' },
    },
  )

async function isMember(db: Db, salesmanId: string, teamId: string): Promise<boolean> {
  const { rows } = await sql`select from salesman where id = ${salesmanId} and team_id = ${teamId}
    and status <> 'left' for key share`.execute(db)
  return rows.length > 0
}

/** @throws Problem if the team has members or a pool */
function refuseUsed({ memberCount, poolId, references }: SalesTeamRow): void {
  if (memberCount > 0) throw new Problem(codes.conflict, 'teamNotEmpty', { values: { count: memberCount } })
  if (poolId !== null) throw new Problem(codes.conflict, 'teamHasPool')
  // Only salesmen who left are members still.
  if (references > 0) throw new Problem(codes.conflict, 'teamTaken')
}

const trace = ({
  headId: _head,
  members: _members,
  memberCount: _count,
  poolId: _pool,
  poolName: _poolName,
  references: _references,
  ...row
}: SalesTeamRow) => row
