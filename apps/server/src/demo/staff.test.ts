import type { MenuNode } from '@kabao/contract/access/session'
import { endpoints } from '@kabao/contract/app/areas'
import { menu } from '@kabao/contract/app/menu'
import { starterRoles } from '@kabao/contract/app/starter-roles'
import { paramNames } from '@kabao/contract/kernel/kernel'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword, demoUsername, ensureFirstAdmin } from '#access'
import { startApp } from '#test/harness'
import { addressOf, sampleOf } from '#test/matrix/samples'
import { addUsers } from './fill.ts'
import { addColleagues, colleagues } from './staff.ts'

const app = startApp()
beforeAll(async () => {
  await ensureFirstAdmin(app.db, { isDemo: true, password: null })
  await addUsers(app.pool, app.vault, { users: 400, seed: 7, until: Date.now() })
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Signs somebody in; what it returns sends requests as them. */
async function enter(username: string) {
  const { body } = await app.request('POST', '/admin/login', { username, password: demoPassword })
  expect(body.code).toBe('0000')
  return async (method: Method, path: string, payload?: unknown) => {
    const response = await app.app.inject({
      method,
      url: `/api${path}`,
      headers: { token: body.data.token },
      ...(payload !== undefined && { payload: payload as object }),
    })
    const isFile = !String(response.headers['content-type']).startsWith('application/json')
    return isFile ? { code: response.statusCode === 200 ? '0000' : 'no file' } : response.json()
  }
}
type Send = Awaited<ReturnType<typeof enter>>

const menuOf = async (send: Send): Promise<MenuNode[]> => (await send('GET', '/menu/listByToken')).data

test('there is a colleague for each starter role', () => {
  expect(colleagues.map(({ role }) => role)).toEqual(starterRoles.map(({ code }) => code))
})

test.each([
  ['operations', 'Channel Org Plan Product Crm User Chart PayConfig'],
  ['finance', 'Channel Org Plan Finance Chart PayConfig'],
  ['review', 'Channel Org Plan Finance Chart PayConfig'],
  ['sales', 'Crm'],
  ['lead', 'Crm'],
  ['analyst', 'Channel Org Plan Product User Finance Chart PayConfig'],
  ['viewer', 'Channel Org Plan Product Crm User Finance Chart PayConfig'],
])(
  '%s signs in, sees %s, and each page of that menu answers',
  { timeout: 60_000 },
  async (name, sections) => {
    const send = await enter(name)
    const tree = await menuOf(send)
    expect(tree.map((section) => section.name).join(' ')).toBe(sections)
    const pages = tree.flatMap(({ children }) => children)
    for (const page of pages) {
      const areas = menu.flatMap((each) => each.pages).find((each) => each.name === page.name)?.areas ?? []
      const points = new Set(page.children.map((point) => point.name))
      const reads = endpoints.filter(
        ({ area, kind, point, path }) =>
          areas.includes(area) &&
          kind === 'read' &&
          (point === null || points.has(point)) &&
          paramNames(path).length === 0,
      )
      // The list with which the page opens.
      expect(
        reads.some(({ area }) => area === areas[0]),
        page.name,
      ).toBe(true)
      for (const read of reads) {
        const sample = sampleOf(read)
        const isList = read.name.endsWith('.page')
        const { code } = await send(read.method, addressOf(read, sample), isList ? {} : sample.body)
        expect(code, read.name).not.toBe('4030')
        if (isList) expect(code, read.name).toBe('0000')
      }
    }
  },
)

test('a salesman sees his leads, a lead those of the team besides, and neither all of them', async () => {
  const heldBy = async (username: string) => {
    const send = await enter(username)
    const { data } = await send('POST', '/lead/page', { place: 'held', size: 200 })
    return { ids: new Set(data.records.map(({ id }: { id: string }) => id)), total: data.total }
  }
  const [sales, lead, admin] = await Promise.all(['sales', 'lead', demoUsername].map(heldBy))
  expect(sales?.total).toBeGreaterThan(0)
  expect([...(sales?.ids ?? [])].filter((id) => !lead?.ids.has(id))).toEqual([])
  expect(lead?.total).toBeGreaterThan(sales?.total)
  expect(admin?.total).toBeGreaterThan(lead?.total)
})

test('where the administrator has another password, a new colleague cannot sign in', async () => {
  await app.pool.query(`update admin set username = 'other' where username = 'viewer'`)
  await app.pool.query(`update admin set has_default_password = false where username = $1`, [demoUsername])
  await addColleagues(app.pool)
  const refused = await app.request('POST', '/admin/login', { username: 'viewer', password: demoPassword })
  expect(refused.body.code).not.toBe('0000')
  const { rows } = await app.pool.query(`select has_default_password from admin where username = 'viewer'`)
  expect(rows).toEqual([{ has_default_password: false }])
})
