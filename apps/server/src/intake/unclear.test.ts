import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '#platform/db/client'
import { startApp } from '#test/harness'
import { newChannel, newPhone } from '#test/open-caller'
import { createSqlGate, type SqlPoint } from '#test/sql-gate'

const app = startApp()
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** The commit of a gathered transaction of registrations: it is done, and its answer does not come back; or it never arrives. */
const commitWhen = (when: SqlPoint['when']): SqlPoint => ({
  when,
  is: ({ text, before }) => /^commit/i.test(text) && before.includes('open_answer'),
})

test.each([
  ['was done', 'after'],
  ['was not done', 'before'],
] as const)(
  'a commit that %s and whose answer is lost is repeated under its key, and done once',
  async (_what, when) => {
    const { host, port, user, database } = app.servicePool.options
    const gate = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
    closers.push(() => gate.close())
    const pool = createPool({ host: '127.0.0.1', port: gate.port, user, database, silenceMs: 1_500 })
    const instance = await app.another({ pool })
    const channel = await newChannel(app)
    const calls = [newPhone(), newPhone(), newPhone()].map((phone) => ({ phone, key: randomUUID() }))
    const request = ({ phone, key }: (typeof calls)[number]) =>
      channel.call('POST', '/user', { phone }, { on: instance, idempotencyKey: key })

    const stopped = gate.arm(commitWhen(when))
    const first = await Promise.all(calls.map(request))
    await stopped
    // One batch, so all are in the same doubt; the service does not repeat them, because it cannot know.
    for (const { status, body } of first) {
      expect(status).toBe(500)
      expect(body.desc).toMatch(/it may have been done/)
    }
    // What never arrived is rolled back when the server notices that the connection is gone.
    for (const call of calls) await expect.poll(async () => (await request(call)).code).toBe('0000')
    const { rows } = await app.pool.query(
      'select count(*)::int as users, count(distinct phone)::int as phones from "user" where phone = any($1)',
      [calls.map(({ phone }) => phone)],
    )
    expect(rows).toEqual([{ users: 3, phones: 3 }])
  },
)
