import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { consume, limiterIn } from './throttle.ts'

const app = startApp()

test('no administrator reveals more people within an hour than the setting allows; each is counted separately', async () => {
  await app.set('masking.revealsPerHour', 3)
  const { rows } = await app.pool.query(
    `insert into blacklist (kind, value) select 'ip', '10.0.0.' || n from generate_series(1, 5) n returning id`,
  )
  const [request, other] = [await app.as('blacklist:reveal'), await app.as('blacklist:reveal')]
  const codes = await Promise.all(
    rows.map(async ({ id }) => (await request('POST', `/blacklist/${id}/reveal`)).body.code),
  )
  expect(codes.sort()).toEqual(['0000', '0000', '0000', '4290', '4290'])
  const first = `/blacklist/${rows[0].id}/reveal`
  expect((await other('POST', first)).body.code).toBe('0000')

  await app.set('masking.revealsPerHour', 4)
  expect((await request('POST', first)).body).toMatchObject({
    code: '4290',
    desc: expect.stringMatching(/\d+ 秒/),
  })
  await app.set('masking.revealsPerHour', 0)
  expect((await request('POST', first)).body.code).toBe('0000')
})

test('setting the clock of the machine or of the database forward and back delays nobody', async () => {
  const limiter = limiterIn(app.pool, 'call_throttle', { keyPrefix: 'clock', points: 1, duration: 60 })
  const seconds = () =>
    consume(limiter, 'one').then(
      () => 0,
      (problem) => problem.details.values.seconds as number,
    )
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
  expect(await seconds()).toBe(0)
  vi.restoreAllMocks()
  expect(await seconds()).toSatisfy((wait: number) => wait >= 50 && wait <= 60)
  // Like rows that were written before the database's clock was set back by a day.
  await app.pool.query(`update call_throttle set expire = expire + 86400000 where key = 'clock:one'`)
  expect(await seconds()).toBe(0)
  expect(await seconds()).toSatisfy((wait: number) => wait >= 50 && wait <= 60)
})
