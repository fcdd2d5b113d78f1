import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'

const app = startApp()

test('nobody looks at more people within an hour than the setting allows, and each has his own count', async () => {
  await app.set('masking.revealsPerHour', 3)
  const { rows } = await app.pool.query(
    `insert into blacklist (kind, value) select 'ip', '10.0.0.' || n from generate_series(1, 5) n returning id`,
  )
  const [ask, other] = [await app.as('blacklist:reveal'), await app.as('blacklist:reveal')]
  const codes = await Promise.all(
    rows.map(async ({ id }) => (await ask('POST', `/blacklist/${id}/reveal`)).body.code),
  )
  expect(codes.sort()).toEqual(['0000', '0000', '0000', '4290', '4290'])
  const first = `/blacklist/${rows[0].id}/reveal`
  expect((await other('POST', first)).body.code).toBe('0000')

  await app.set('masking.revealsPerHour', 4)
  expect((await ask('POST', first)).body).toMatchObject({
    code: '4290',
    desc: expect.stringMatching(/\d+ 秒/),
  })
  await app.set('masking.revealsPerHour', 0)
  expect((await ask('POST', first)).body.code).toBe('0000')
})
