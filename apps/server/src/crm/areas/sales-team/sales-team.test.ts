import { codes } from '@kabao/contract'
import { beforeAll, expect, test } from 'vitest'
import { crmWorld } from '#test/crm-world'
import { startApp } from '#test/harness'

const app = startApp()
const { newSalesman, newPool } = crmWorld(app)
const path = '/crm/team'
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  request = await app.as(...['page', 'create', 'update', 'delete'].map((act) => `salesTeam:${act}`))
})
let next = 0
const add = async () => (await request('POST', path, { name: `一队${++next}` })).body.data

test('a team names its members without those who left, its head and its pool', async () => {
  const { poolId, teamId } = await newPool()
  const head = await newSalesman({ team_id: teamId })
  await newSalesman({ team_id: teamId, status: 'left' })
  const { version } = (await request('GET', `${path}/${teamId}`)).body.data
  const { body } = await request('PUT', path, { id: teamId, version, name: `改名${++next}`, headId: head })
  expect(body).toMatchObject({
    code: '0000',
    data: { headId: head, memberCount: 1, members: [{ id: head, status: 'onDuty' }], poolId },
  })
  const page = (await request('POST', `${path}/page`, { name: `改名${next}` })).body.data
  expect(page).toMatchObject({ total: 1, records: [body.data] })
})

test('the head is a member who has not left; a name is used once', async () => {
  const { id, version, name } = await add()
  const left = await newSalesman({ team_id: id, status: 'left' })
  for (const headId of [left, await newSalesman()]) {
    const { body } = await request('PUT', path, { id, version, name, headId })
    expect([body.code, Object.keys(body.data.fields)]).toEqual([codes.invalid, ['headId']])
  }
  const { body } = await request('POST', path, { name })
  expect(Object.keys(body.data.fields)).toEqual(['name'])
})

test('only an empty team is deleted; each refusal says why', async () => {
  const withMember = (await add()).id
  await newSalesman({ team_id: withMember })
  const withFormer = (await add()).id
  await newSalesman({ team_id: withFormer, status: 'left' })
  const { teamId: withPool } = await newPool()
  const why = async (id: string) => (await request('DELETE', `${path}/${id}`)).body
  expect(await why(withMember)).toMatchObject({
    code: codes.conflict,
    desc: expect.stringContaining('1 名成员'),
  })
  expect(await why(withFormer)).toMatchObject({
    code: codes.conflict,
    desc: expect.stringContaining('已离职'),
  })
  expect(await why(withPool)).toMatchObject({ code: codes.conflict, desc: expect.stringContaining('线索池') })
  expect((await why((await add()).id)).code).toBe('0000')
})

test('only the members of a team are offered as its head', async () => {
  const { id } = await add()
  const member = await newSalesman({ team_id: id })
  await newSalesman()
  const { body } = await request('GET', `/choice/salesTeam/heads?teamId=${id}`)
  expect(body.data.map((each: { id: string }) => each.id)).toEqual([member])
})
