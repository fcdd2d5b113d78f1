import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { clearLockout } from './lockout.ts'

const app = startApp()

interface From {
  ip?: string
  device?: string
}
const signIn = async (username: string, password: string, { ip = '10.0.0.1', device }: From = {}) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    remoteAddress: ip,
    payload: { username, password, ...(device && { device }) },
  })
  return response.json()
}
const storm = async (username: string, count: number, from?: From) => {
  const answers = await Promise.all(Array.from({ length: count }, () => signIn(username, 'wrong', from)))
  return answers.filter(({ code }) => code === '4010').length
}
const passTime = () =>
  app.pool.query('update lockout set locked_until = now() where locked_until is not null')
const delays = async (key: string) => {
  const { rows } = await app.pool.query(
    'select round(extract(epoch from locked_until - last_at))::int as seconds from lockout where key like $1',
    [key],
  )
  return rows.map(({ seconds }) => seconds)
}

test('of fifty attempts at once only the free ones are checked, and each delay is longer than the last', async () => {
  const id = await app.createAdmin({ username: 'storm', password: 'right 12' })
  const looked: number[] = []
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    looked.push(await storm('storm', 50))
    waits.push(...(await delays(`password ${id} @ %`)))
    await passTime()
  }
  expect(looked).toEqual([5, 1, 1, 1, 1, 1, 1, 1])
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600])
}, 60_000)

test('a refusal names the seconds to wait and is not counted, and a right password is refused too', async () => {
  await app.createAdmin({ username: 'patient', password: 'right 12' })
  await storm('patient', 6, { ip: '10.0.1.1' })
  const refused = await signIn('patient', 'right 12', { ip: '10.0.1.1' })
  expect(refused).toMatchObject({ code: '4290', desc: expect.stringMatching(/请 (60|59) 秒后再试/) })
  await passTime()
  expect((await signIn('patient', 'right 12', { ip: '10.0.1.1' })).code).toBe('0000')
  // And the counters are reset.
  expect(await storm('patient', 20, { ip: '10.0.1.1' })).toBe(5)
})

test('strangers cannot lock out an account: its known browsers and addresses are counted separately', async () => {
  const id = await app.createAdmin({ username: 'victim', password: 'right 12' })
  const home = '10.1.0.1'
  const { device } = (await signIn('victim', 'right 12', { ip: home })).data
  // Many attempts from the user's own office, and many from everywhere.
  await storm('victim', 10, { ip: home })
  for (let n = 0; n < 13; n++) await storm('victim', 5, { ip: `10.2.0.${n}` })
  expect(await delays(`password ${id}`)).toEqual([60])
  expect((await signIn('victim', 'right 12', { ip: '10.3.0.1' })).code).toBe('4290')
  expect((await signIn('victim', 'right 12', { ip: home })).code).toBe('4290')
  expect((await signIn('victim', 'right 12', { ip: home, device })).code).toBe('0000')
  expect((await signIn('victim', 'right 12', { ip: '10.9.9.9', device })).code).toBe('0000')
  // That address is known to the account now, so only attempts from there count there.
  expect((await signIn('victim', 'right 12', { ip: '10.9.9.9' })).code).toBe('0000')
})

test('an unknown browser token does not avoid the lockout, and attempts from a known browser are counted too', async () => {
  await app.createAdmin({ username: 'one', password: 'right 12' })
  await app.createAdmin({ username: 'two', password: 'right 12' })
  const { device } = (await signIn('one', 'right 12', { ip: '10.4.0.1' })).data
  expect(device).toMatch(/^[\w-]{43}$/)
  await storm('two', 6, { ip: '10.4.0.2' })
  expect((await signIn('two', 'right 12', { ip: '10.4.0.2', device })).code).toBe('4290')
  expect(await storm('one', 50, { ip: '10.4.0.3', device })).toBe(5)
  expect((await signIn('one', 'right 12', { ip: '10.4.0.1' })).code).toBe('0000')
})

test('an address that tries many accounts is locked too; a known browser at that address is not', async () => {
  await app.createAdmin({ username: 'colleague', password: 'right 12' })
  const ip = '10.5.0.1'
  const { code, data } = await signIn('colleague', 'right 12', { ip })
  expect(code).toBe('0000')
  let looked = 0
  for (let n = 0; n < 35; n++) looked += await storm(`guess-${n}`, 4, { ip })
  expect(looked).toBe(120)
  expect((await signIn('guess-new', 'wrong', { ip })).code).toBe('4290')
  expect((await signIn('colleague', 'right 12', { ip, device: data.device })).code).toBe('0000')
}, 60_000)

test('responses and an address’s counters do not reveal whether a name exists or has signed in from there', async () => {
  await app.createAdmin({ username: 'known-here', password: 'right 12' })
  await app.createAdmin({ username: 'known-elsewhere', password: 'right 12' })
  const names = ['known-here', 'known-elsewhere', 'known-to-nobody']
  const seen: unknown[] = []
  for (const [at, name] of names.entries()) {
    const ip = `10.8.0.${at}`
    expect((await signIn('known-here', 'right 12', { ip })).code).toBe('0000')
    await app.pool.query('delete from lockout')
    // One failure less than the limit of the address, then the attempt with the name, then one that shows whether it was counted.
    await app.pool.query(
      `insert into lockout (key, failures, last_at) values ('address ' || $1, 118, clock_timestamp())`,
      [ip],
    )
    const answers = []
    for (const each of [name, 'nobody-1', name, 'nobody-2']) answers.push(await signIn(each, 'wrong', { ip }))
    const { rows } = await app.pool.query(
      `select failures, locked_until is not null as "isLocked" from lockout where key = 'address ' || $1`,
      [ip],
    )
    seen.push({
      answers: answers.map(({ code, desc, data }) => ({ code, desc: desc.replace(/\d+/, 'n'), data })),
      counted: rows,
    })
  }
  expect(seen[0]).toMatchObject({
    answers: ['4010', '4010', '4290', '4290'].map((code) => ({ code })),
    counted: [{ failures: 120, isLocked: true }],
  })
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('clearing the lockout lets the account try at once', async () => {
  const id = await app.createAdmin({ username: 'cleared', password: 'right 12' })
  await storm('cleared', 6, { ip: '10.6.0.1' })
  expect((await signIn('cleared', 'right 12', { ip: '10.6.0.1' })).code).toBe('4290')
  await clearLockout(app.db, id)
  expect((await signIn('cleared', 'right 12', { ip: '10.6.0.1' })).code).toBe('0000')
})

/** CPU time of this process in milliseconds; unlike elapsed time, it does not depend on how busy the machine is. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

test('an unknown account takes as much CPU time as a wrong password', async () => {
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const timed = async (kind: 'known' | 'unknown', username: string) => {
    const from = cpuMs()
    await signIn(username, 'wrong', { ip: `10.7.0.${took[kind].length}` })
    took[kind].push(cpuMs() - from)
  }
  for (let n = 0; n < 11; n++) {
    await app.createAdmin({ username: `timed-${n}`, password: 'right 12' })
    await timed('known', `timed-${n}`)
    await timed('unknown', `nobody-${n}`)
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[5] as number
  const ratio = median(took.known) / median(took.unknown)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
}, 60_000)
