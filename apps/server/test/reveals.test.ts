import { codes, isReveal } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { call } from './matrix/check.ts'
import { callOf, createWorld } from './matrix/world.ts'

const app = startApp()
const reveals = endpoints.filter(isReveal)

test('every reveal is counted and audited, and refused once the limit of the hour is reached', async () => {
  expect(reveals.length).toBeGreaterThan(8)
  await app.set('masking.revealsPerHour', 1)
  const world = await createWorld(app)
  const found: unknown[] = []
  for (const endpoint of reveals) {
    const { token, adminId } = await app.as(endpoint.point as string)
    const reveal = async () => (await call(app, endpoint, callOf(endpoint, world), token)).body.code
    const answers = [await reveal(), await reveal()]
    const { rows } = await app.pool.query(
      'select point, result from audit_log where admin_id = $1 order by id',
      [adminId],
    )
    found.push([endpoint.name, answers, rows])
  }
  expect(found).toEqual(
    reveals.map(({ name, point }) => [
      name,
      [codes.success, codes.tooManyRequests],
      [
        { point, result: 'done' },
        { point, result: 'refused' },
      ],
    ]),
  )
})
