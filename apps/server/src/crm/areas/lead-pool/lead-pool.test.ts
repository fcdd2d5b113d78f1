import { codes } from '@kabao/contract'
import { beforeAll, expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { claim } from '../../claim-and-assign.ts'

const app = startApp()
const { one, newSalesman, newPool, newLeads, write } = crmWorld(app)
const path = '/crm/pool'
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...['page', 'create', 'update', 'delete'].map((act) => `leadPool:${act}`))
})
let next = 0
const newTeam = () => one('sales_team', { name: `池的队${++next}` })
const publicPool = async () =>
  (await request('POST', `${path}/page`, {})).body.data.records.find(
    ({ kind }: { kind: string }) => kind === 'public',
  )

test('a team has one pool, with the rules that were entered', async () => {
  const teamId = await newTeam()
  const ownerId = await newSalesman()
  const rules = {
    maxHeld: 20,
    maxClaimsPerDay: 5,
    coolDownDays: 0,
    lockMinutes: 0,
    recycleDays: 3,
    protectDays: 30,
    firstContactMinutes: 15,
    hiddenFields: ['phone', 'name'],
    isAutomatic: true,
  }
  const { body } = await request('POST', path, { name: '华南池', teamId, ownerId, ...rules })
  expect(body).toMatchObject({
    code: '0000',
    data: { ...rules, kind: 'team', teamId, ownerId, waiting: 0, held: 0, references: 0 },
  })
  const again = (await request('POST', path, { name: '华南池二', teamId })).body
  expect(Object.keys(again.data.fields)).toEqual(['teamId'])
})

test('it shows how many leads wait and how many are held', async () => {
  const { poolId, teamId } = await newPool()
  const salesmanId = await newSalesman({ team_id: teamId })
  const [leadId] = (await newLeads(poolId, 3)) as [string, ...string[]]
  await write((db) => claim(db, { leadId, salesmanId, by: null, day }))
  expect((await request('GET', `${path}/${poolId}`)).body.data).toMatchObject({ waiting: 2, held: 1 })
  expect((await request('DELETE', `${path}/${poolId}`)).body.code).toBe(codes.conflict)
})

test('the rules of the public pool are edited; the pool itself stays', async () => {
  const { id, version, name } = await publicPool()
  const { body } = await request('PUT', path, { id, version, name, recycleDays: 5 })
  expect(body.data).toMatchObject({ kind: 'public', recycleDays: 5, teamId: null })
  expect((await request('DELETE', `${path}/${id}`)).body).toMatchObject({
    code: codes.conflict,
    desc: '公海不能删除',
  })
})

test('nobody who left is put in charge, and no team that does not exist gets a pool', async () => {
  const ownerId = await newSalesman({ status: 'left' })
  const given = { name: `试建池${++next}`, teamId: await newTeam() }
  const refused = (await request('POST', path, { ...given, ownerId })).body
  expect([refused.code, Object.keys(refused.data.fields)]).toEqual([codes.invalid, ['ownerId']])
  const nowhere = (await request('POST', path, { ...given, teamId: '999999' })).body
  expect(Object.keys(nowhere.data.fields)).toEqual(['teamId'])
  expect((await request('POST', path, given)).body.code).toBe('0000')
})
