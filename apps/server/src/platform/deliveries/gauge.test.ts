import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#boot/registry'
import { orderNotices } from '#payment'
import { linksOf, reachKinds } from '#reach'
import { startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import {
  listen,
  type ReachTarget,
  type ReachWorld,
  reachTarget,
  reachWorld,
  testPostback,
} from '#test/reach-world'
import { createDb } from '../db/client.ts'

const app = startApp()
let world: ReachWorld
let target: ReachTarget
beforeAll(async () => {
  world = reachWorld(app)
  target = listen(await reachTarget())
})
afterAll(async () => {
  await world.stop()
  await target.close()
})

const shown = async () => {
  const { payload } = await app.app.inject('/metrics')
  const of = (name: string) =>
    Number(new RegExp(`^${name}\\{kind="postback"\\} ([\\d.e+-]+)$`, 'm').exec(payload)?.[1])
  return { due: of('delivery_due_deliveries'), oldest: of('delivery_oldest_due_seconds') }
}
const age = (seconds: number) =>
  app.pool.query('update delivery_due set due_at = now() - make_interval(secs => $1)', [seconds])

test('deliveries that nobody sends are counted with the age of the oldest, and none once they are sent', async () => {
  expect(await shown()).toEqual({ due: 0, oldest: 0 })
  const { id: channelId } = await newChannel(app)
  const hook = await world.hook({ channelId, template: testPostback(target.url) })
  await world.people(channelId, 3)
  await age(600)
  await world.people(channelId, 2)
  const waiting = await shown()
  expect(waiting.due).toBe(5)
  expect(waiting.oldest).toBeGreaterThanOrEqual(600)
  expect(waiting.oldest).toBeLessThan(660)

  // A target that asked for a pause, or whose breaker is open, is not called; it counts from when it may be.
  const name = `postback:${hook}`
  for (const columns of ['broken_at, probe_at', 'paused_until, since']) {
    await app.pool.query(
      `insert into delivery_target (target, ${columns}) select $1, at, at from (select now() + interval '1 minute' as at) a`,
      [name],
    )
    expect(await shown()).toEqual({ due: 0, oldest: 0 })
    await app.pool.query(
      `update delivery_target set (${columns}) = (select at, at from (select now() - interval '200 seconds' as at) a)`,
    )
    const { due, oldest } = await shown()
    expect(due).toBe(5)
    expect(oldest).toBeGreaterThanOrEqual(200)
    expect(oldest).toBeLessThan(260)
    await app.pool.query('delete from delivery_target')
  }

  world.start()
  await expect.poll(shown).toEqual({ due: 0, oldest: 0 })
  await world.stop()
})

test('what waits for its time is not due, and the count ends at 10,000', async () => {
  await app.pool.query('delete from delivery_due')
  await app.pool.query(
    `insert into delivery_due (delivery_id, due_at, target)
     select -n, now() + case when n <= 20000 then interval '-1 minute' else interval '1 hour' end, 'postback:' || n % 3
     from generate_series(1, 30000) n`,
  )
  expect(await shown()).toMatchObject({ due: 10_000 })
  await app.pool.query(`delete from delivery_due where due_at <= now() and delivery_id < -7`)
  expect((await shown()).due).toBe(7)
  await app.pool.query('delete from delivery_due')
})

test('the metrics have every kind that is sent', () => {
  const services = {
    db: createDb(app.servicePool),
    vault: app.vault,
    day: () => '',
    outgoing: app.app.services.outgoing,
    clock: () => ({}) as never,
  }
  const sent = [...reachKinds({ ...services, linkTo: linksOf(null) }), orderNotices(app.vault)]
  expect(modules.flatMap(({ deliveryKinds = [] }) => deliveryKinds).toSorted()).toEqual(
    sent.map(({ name }) => name).toSorted(),
  )
})
