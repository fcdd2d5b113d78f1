import { createHmac } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { addCheckKey, endCheckKey, ensureCheckKey, readCheckKeys } from '#partners/check-keys'
import { secret, startApp } from '#test/harness'
import { isDivided } from '#test/is-divided'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'
import { checkKeyJob } from './check-key-job.ts'

const app = startApp()
let channel: TestPartner
let other: TestPartner
let keyA = ''
beforeAll(async () => {
  channel = await newChannel(app)
  other = await newChannel(app)
  await ensureCheckKey(app.db, app.vault)
  await ensureCheckKey(app.db, app.vault)
  keyA = secret((await readCheckKeys(app.db, app.vault))[0]?.value ?? '')
})

const fill = () =>
  checkKeyJob.run({
    db: app.db,
    pool: app.pool,
    settings: app.app.services.settings,
    storage: app.storage,
    vault: app.vault,
    providerOf: app.app.services.providerOf,
    faults: app.app.services.faults,
    publicUrl: app.app.services.publicUrl,
    data: {},
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
  })
const hashOf = (phone: string, key = keyA) => createHmac('sha256', key).update(phone).digest('hex')
const check = async (phone: string, by = channel, key = keyA) => {
  const { code, body } = await by.call('POST', '/check', { phoneHash: hashOf(phone, key) })
  return code === '0000' ? body.data : code
}

test('a channel learns whether it may register a phone, and nothing else', async () => {
  const phone = newPhone()
  expect(await check(phone)).toEqual({ result: 'new' })
  const { id } = (await channel.call('POST', '/user', { phone })).body.data
  expect(await check(phone)).toEqual({ result: 'yours' })
  expect(await check(phone, other)).toEqual({ result: 'taken' })
  await app.pool.query(`update "user" set created_at = now() - interval '31 days' where id = $1`, [id])
  expect(await check(phone, other)).toEqual({ result: 'new' })
  expect(await check(phone)).toEqual({ result: 'yours' })
})

test('users and blacklist entries that came by another way are found once the job has hashed them', async () => {
  const [phone, blocked, passed] = [newPhone(), newPhone(), newPhone()]
  await app.pool.query(`insert into "user" (phone, flow, channel_id) values ($1, 'full', $2)`, [
    phone,
    channel.id,
  ])
  await app.pool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [blocked])
  await app.pool.query(
    `insert into blacklist (kind, value, expires_at) values ('phone', $1, now() - interval '1 day')`,
    [passed],
  )
  expect(await check(blocked)).toEqual({ result: 'new' })
  await fill()
  expect(await check(phone)).toEqual({ result: 'yours' })
  expect(await check(blocked)).toEqual({ result: 'blocked' })
  expect(await check(passed)).toEqual({ result: 'new' })
  // A changed value is hashed anew.
  const changed = newPhone()
  await app.pool.query('update blacklist set value = $1 where value = $2', [changed, blocked])
  expect(await check(blocked)).toEqual({ result: 'new' })
  await fill()
  expect(await check(changed)).toEqual({ result: 'blocked' })
})

test('a user who was deleted is not known any more', async () => {
  const phone = newPhone()
  const { id } = (await channel.call('POST', '/user', { phone, visitorId: 'v-0001', userAgent: 'Mozilla' }))
    .body.data
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null where id = $1`,
    [id],
  )
  expect(await check(phone)).toEqual({ result: 'new' })
  const { rows } = await app.pool.query('select * from "user" where id = $1', [id])
  expect(rows[0]).toMatchObject({ phone_hash_a: null, visitor_id: null, user_agent: null })
})

test('while the check key is changed, two are accepted, for users of both times', async () => {
  const before = newPhone()
  await channel.call('POST', '/user', { phone: before })
  await app.db.transaction().execute((write) => addCheckKey(write, app.vault, null))
  const keys = await readCheckKeys(app.db, app.vault)
  expect(keys.map(({ slot }) => slot)).toEqual(['a', 'b'])
  const keyB = secret(keys[1]?.value ?? '')
  await expect(app.db.transaction().execute((write) => addCheckKey(write, app.vault, null))).rejects.toThrow(
    '4090',
  )

  const after = newPhone()
  await vi.waitFor(async () => {
    const phone = newPhone()
    await channel.call('POST', '/user', { phone })
    expect(await check(phone, channel, keyB)).toEqual({ result: 'yours' })
  })
  await channel.call('POST', '/user', { phone: after })
  await fill()
  for (const phone of [before, after])
    for (const key of [keyA, keyB]) expect(await check(phone, channel, key)).toEqual({ result: 'yours' })

  await app.db.transaction().execute((write) => endCheckKey(write, keys[0]?.id ?? ''))
  await vi.waitFor(async () => expect(await check(before, channel, keyA)).toEqual({ result: 'new' }))
  expect(await check(before, channel, keyB)).toEqual({ result: 'yours' })
  keyA = keyB
})

test('a channel asks so often a day, exactly, on two instances at once', async () => {
  await app.set('open.checksPerDay', 30)
  const second = await app.another()
  const third = await newChannel(app)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, nth) =>
      third.call(
        'POST',
        '/check',
        { phoneHash: hashOf(newPhone()) },
        { on: nth % 2 === 0 ? app.app : second },
      ),
    ),
  )
  expect(answers.filter(({ code }) => code === '0000')).toHaveLength(30)
  expect(answers.filter(({ code }) => code === '4290')).toHaveLength(30)
  expect(answers.find(({ code }) => code === '4290')?.body.desc).toMatch(
    /The daily cap is reached. It opens again at \S+Z\./,
  )
})

test('a hash is found by an index, whatever the number of users', async () => {
  await app.pool.query(
    `insert into "user" (phone, flow, phone_hash_b) select '150' || lpad(n::text, 8, '0'), 'full', sha256(n::text::bytea)
     from generate_series(1, 20000) n`,
  )
  await app.pool.query('analyze "user"')
  const { rows } = await app.pool.query(
    `explain select 1 from unnest($1::bytea[]) with ordinality g (hash, place) join "user" t on t.phone_hash_b = g.hash and t.phone_hash_b is not null`,
    [[Buffer.from('a'), Buffer.from('b')]],
  )
  expect(JSON.stringify(rows)).toContain(`user_${isDivided ? '0_' : ''}phone_hash_b_idx`)
  expect(JSON.stringify(rows)).not.toContain('Seq Scan')
})
