import { expect, test } from 'vitest'
import { endedOf, settlePushes } from '#test/batch-calls'
import { batchWorld, type OpenPush } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)

test('several holds are released at once, each once, and none if one was charged; a trouble that comes back is open again', async () => {
  const plan = await world.plan({ balance: 300 })
  const all = (await world.open(3, plan)) as [OpenPush, OpenPush, OpenPush]
  const [one, two, charged] = all
  await settlePushes(app.servicePool, [endedOf(charged, 'accepted')])
  await expect(world.release(one.push, charged.push)).rejects.toThrow('was charged already')
  expect(await world.accountOf(plan.org)).toEqual({ balance: 200, held: 200 })
  await world.release(two.push, one.push)
  await world.release(two.push)
  expect(await world.accountOf(plan.org)).toEqual({ balance: 200, held: 0 })
  const note = (kind: string, ...pushes: string[]) =>
    app.servicePool.query('select note_troubles($1, $2)', [pushes, kind])
  await note('unknown', two.push, one.push)
  await app.pool.query(
    `update push_trouble set closed_at = now(), closed_how = 'closed', told_at = now(), note = 'x' where push_id = $1`,
    [one.push],
  )
  await note('dead', one.push)
  const troubles = await world.all(
    'select push_id, user_id, kind, closed_how, told_at, note, version from push_trouble where plan_id = $1 order by push_id',
    plan.plan,
  )
  expect(troubles).toEqual([
    {
      push_id: one.push,
      user_id: one.user,
      kind: 'dead',
      closed_how: null,
      told_at: null,
      note: '',
      version: 2,
    },
    {
      push_id: two.push,
      user_id: two.user,
      kind: 'unknown',
      closed_how: null,
      told_at: null,
      note: '',
      version: 1,
    },
  ])
})
