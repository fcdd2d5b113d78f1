import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { crmWorld, day } from '../../test/crm-world.ts'
import { startApp } from '../../test/harness.ts'
import { assign } from './claim-and-assign.ts'
import { isWorkedOn, type Sight, seenLeads, sightOf } from './lead-visibility.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write } = crmWorld(app)

/** The sight of the account of a salesman, with the data scope `own`. */
async function scopeOf(salesmanId: string): Promise<Sight> {
  const { rows } = await app.pool.query('select admin_id from salesman where id = $1', [salesmanId])
  return sightOf(app.db, { adminId: rows[0].admin_id, dataScope: 'own' })
}
/** Which of the leads are seen, and may be acted on. */
async function sees(sight: Sight, leadIds: readonly string[]) {
  const { rows } = await sql<{ id: string; seen: boolean; worked: boolean }>`
    select t.id::text, true as seen, ${isWorkedOn(sight)} as worked from ${seenLeads(sight)} t
    where t.id = any(${leadIds}::bigint[])`.execute(app.db)
  const such = (which: 'seen' | 'worked') =>
    rows
      .filter((row) => row[which])
      .map(({ id }) => id)
      .sort()
  return { seen: such('seen'), worked: such('worked') }
}
/** Two teams with a pool each; a head, a member and a stranger, each with a lead; a waiting lead in each pool. */
async function world() {
  const [here, there] = [await newPool(), await newPool()]
  const { rows } = await app.pool.query(`select id from lead_pool where kind = 'public'`)
  const head = await newSalesman({ team_id: here.teamId })
  const member = await newSalesman({ team_id: here.teamId })
  const stranger = await newSalesman({ team_id: there.teamId })
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [head, here.teamId])
  const held = async (salesmanId: string, poolId: string) => {
    const [leadId] = (await newLeads(poolId, 1)) as [string]
    await write((db) => assign(db, { leadId, salesmanId, by: null, day }))
    return leadId
  }
  const waiting = async (poolId: string) => (await newLeads(poolId, 1))[0] as string
  const leads = {
    ofHead: await held(head, here.poolId),
    ofMember: await held(member, here.poolId),
    ofStranger: await held(stranger, there.poolId),
    waitingHere: await waiting(here.poolId),
    waitingThere: await waiting(there.poolId),
    waitingPublic: await waiting(rows[0].id),
  }
  return { head, member, stranger, here, leads, all: Object.values(leads) }
}

test('a salesman sees his leads and what waits in the public pool and in that of his team', async () => {
  const { member, here, leads, all } = await world()
  const scope = await scopeOf(member)
  expect(scope.scope).toEqual({ kind: 'own', salesmanId: member, teamIds: [], teamId: here.teamId })
  expect(await sees(scope, all)).toEqual({
    seen: [leads.ofMember, leads.waitingHere, leads.waitingPublic].sort(),
    worked: [leads.ofMember],
  })
})

test('a head also sees and works on the leads of the team, and of no other one', async () => {
  const { head, here, leads, all } = await world()
  const scope = await scopeOf(head)
  expect(scope.scope).toEqual({ kind: 'own', salesmanId: head, teamIds: [here.teamId], teamId: here.teamId })
  expect(await sees(scope, all)).toEqual({
    seen: [leads.ofHead, leads.ofMember, leads.waitingHere, leads.waitingPublic].sort(),
    worked: [leads.ofHead, leads.ofMember].sort(),
  })
})

test('without the data scope `own` everything is seen; an account of no salesman, or of one who left, sees nothing', async () => {
  const { stranger, leads, all } = await world()
  const { rows } = await app.pool.query('select admin_id from salesman where id = $1', [stranger])
  const everything = await sightOf(app.db, { adminId: rows[0].admin_id, dataScope: 'all' })
  const held = [leads.ofHead, leads.ofMember, leads.ofStranger].sort()
  expect(await sees(everything, all)).toEqual({ seen: all.toSorted(), worked: held })
  await app.pool.query(`update salesman set status = 'left' where id = $1`, [stranger])
  const gone = await scopeOf(stranger)
  expect(gone.scope).toEqual({ kind: 'own', salesmanId: null, teamIds: [], teamId: null })
  expect(await sees(gone, all)).toEqual({ seen: [], worked: [] })
  expect(await sightOf(app.db, { adminId: '0', dataScope: 'own' })).toEqual(gone)
})
