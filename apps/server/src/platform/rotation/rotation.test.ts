import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { beginSecondFactor, confirmSecondFactor, makeRecoveryCodes, spendCode } from '#access/second-factor'
import { jobs, listImports, sealedColumns } from '#boot/registry'
import { matchBlacklist } from '#users/blacklist-match'
import { runAdmin } from '../../../test/admin-process.ts'
import { administer } from '../../../test/global-setup.ts'
import { type RequestFn, secret, startApp } from '../../../test/harness.ts'
import { addOneOfEach, addPeople, idNumberOf, newDataKey, sealedCounts } from '../../../test/key-world.ts'
import { killableWorkers } from '../../../test/killable.ts'
import { newChannel, newPhone, type TestPartner } from '../../../test/open-caller.ts'
import { runTry } from '../../../test/run-jobs.ts'
import { restoreBackup } from '../backup/read.ts'
import { fileSink } from '../backup/sink.ts'
import { writeBackup } from '../backup/write.ts'
import { createDb, createPool } from '../db/client.ts'
import { importCommit } from '../imports/commit-job.ts'
import { sendJob } from '../jobs/send.ts'
import { beginRotation } from '../keys/begin-rotation.ts'
import { followKeys, type KeyFollower, ringIn } from '../keys/key-follower.ts'
import { type DataKeys, readKeys } from '../keys/key-state.ts'
import { createVault } from '../keys/vault.ts'
import { diskStorage } from '../storage/disk.ts'
import { rotationQueue } from './job.ts'
import { continueRotation } from './rotate.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const app = startApp()
const startWorker = killableWorkers(app, [rotationQueue])
/** As many as several batches have. */
const people = 6_000
const newKey = newDataKey()
let oldKey: string
let follower: KeyFollower
/** That of the second instance, whose vault stays behind. */
let beside: KeyFollower
let request: RequestFn
let channel: TestPartner
let codes: string[]
let adminId: string
let totp: TOTP

const both = (): DataKeys => ({ key: newKey, old: oldKey })
const silent = { servesOpen: true, report: () => undefined, onLost: () => undefined }
const states = async () => (await readKeys(app.db)).map(({ state }) => state)
const listed = async (nth: number) =>
  (await matchBlacklist(app.db, app.vault, { idNumber: idNumberOf(nth) })).has('idNumber')
const run = (graceMs = 50, vault = app.vault) =>
  continueRotation({
    db: createDb(app.servicePool),
    vault,
    lists: listImports,
    columns: sealedColumns,
    graceMs,
    signal: new AbortController().signal,
    progress: () => undefined,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-keys-'))
  oldKey = secret(app.vault.keyForReader())
  app.vault.follow(await ringIn(app.db, { key: oldKey, old: null }))
  request = await app.as('*')
  channel = await newChannel(app)
  await addOneOfEach(app)
  await addPeople(app, 0, people)
  await addWaitingImport(waiting)
  await addWaitingImport(waitingToo)
  adminId = await app.createAdmin({ username: 'two-factors', password: 'right 12' })
  const begun = await beginSecondFactor(app.db, app.vault, { adminId, username: 'two-factors' })
  totp = new TOTP({ secret: Secret.fromBase32(secret(begun?.secret ?? '')) })
  await confirmSecondFactor(app.db, app.vault, adminId, totp.generate())
  codes = (await makeRecoveryCodes(app.db, app.vault, adminId)).map((code) => code.replace('-', ''))
})
afterAll(async () => {
  await follower?.stop()
  await beside?.stop()
  await restored?.pool.end()
  if (restored) await administer(cluster, `drop database if exists ${restored.name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

const cluster = inject('cluster')
const backupKey = secret('a passphrase of the test')
let folder: string
let restored: { name: string; pool: pg.Pool } | undefined

/** The numbers that two imports wait with, which are below 50,000, where they repeat: one is confirmed after the replacement, one in the middle of it. */
const waiting = 40_000
const waitingToo = 40_001

/** An import that was checked and not confirmed yet, with a row to add and a wrong one. */
async function addWaitingImport(nth: number) {
  const { rows } = await app.pool.query(
    `insert into import_task (list, file_name, status, report, created_by)
     select 'blacklist', 'a.csv', 'checked', '{"counts":{"new":1}}', id from admin where id = $1 returning id`,
    [await app.createAdmin({ username: `importer${nth}`, password: 'right 12' })],
  )
  const row = {
    kind: 'idNumber' as const,
    value: idNumberOf(nth),
    reason: '',
    expiresAt: null,
    remark: '',
  }
  const { rows: list } = listImports.find(({ name }) => name === 'blacklist') as (typeof listImports)[number]
  await app.pool.query(
    `insert into import_row (import_id, line, state, key, staged, problems, cells_sealed)
     values ($1, 2, 'new', $2, $3, null, null), ($1, 3, 'wrong', null, null, 'x', $4)`,
    [
      rows[0].id,
      list.keyOf(row, app.vault),
      JSON.stringify(list.stage?.(row, app.vault)),
      app.vault.seal('{"value":"cell"}', 'import_row.cells'),
    ],
  )
}

/** Confirms the import that waits with a number, and adds its row. @returns what the entry is sealed and found with */
async function commitImport(nth: number) {
  const { rows: tasks } = await app.pool.query(
    `update import_task set status = 'committing' where id = (select id from import_task order by id offset $1 limit 1) returning id`,
    [nth - waiting],
  )
  expect(await runTry(app, importCommit(listImports), { id: tasks[0].id })).toMatchObject({
    added: 1,
    present: 0,
  })
  const { rows } = await app.pool.query(
    `select value, value_before, value_sealed from blacklist where value = any($1)`,
    [app.vault.fingerprintTexts(idNumberOf(nth), 'blacklist.value')],
  )
  expect(rows).toHaveLength(1)
  return rows[0] as { value: string; value_before: string | null; value_sealed: Buffer }
}

/** Runs the command with these keys, on the database of this test. */
async function command(act: string, keys: { DATA_KEY: string; DATA_KEY_OLD?: string }) {
  const { rows } = await app.pool.query('select current_database() as name')
  const host = encodeURIComponent(cluster.host)
  return runAdmin([act], {
    DATABASE_URL: `postgres://${cluster.user}@/${rows[0].name}?host=${host}&port=${cluster.port}`,
    ...keys,
  })
}

test('a rotation does not begin while an instance lacks a key', async () => {
  const vault = createVault(oldKey)
  const onlyOld = await followKeys({ db: app.db, vault, keys: { key: oldKey, old: null }, ...silent })
  follower = await followKeys({ db: app.db, vault: app.vault, keys: both(), ...silent })
  await expect(beginRotation(app.db, both())).rejects.toThrow(/lack one of them: 1\)/)
  await onlyOld.stop()
  await app.pool.query(`insert into open_instance (id) values (gen_random_uuid())`)
  await expect(beginRotation(app.db, both())).rejects.toThrow(/of an older version: 1\)/)
  await app.pool.query(`delete from open_instance`)
  await expect(beginRotation(app.db, { key: oldKey, old: null })).rejects.toThrow(
    /^DATA_KEY is in use already/,
  )
  expect(await states()).toEqual(['writing'])
})

test('a number is entered once: raced under both keys, before and after the change and after it was sealed anew', async () => {
  const behind = createVault(await ringIn(app.db, both()))
  const second = await app.another({ vault: behind })
  beside = await followKeys({ db: app.db, vault: createVault(oldKey), keys: both(), ...silent })
  expect(await beginRotation(app.db, both())).toBe(true)
  expect(await beginRotation(app.db, both())).toBe(false)
  await follower.refresh()
  expect([app.vault.ring().writing.key, behind.ring().writing.key]).toEqual([newKey, oldKey])
  const { token } = request as RequestFn & { token: string }
  const enter = async (nth: number, on: typeof second) => {
    const response = await on.inject({
      method: 'POST',
      url: '/api/blacklist',
      headers: { token },
      payload: { kind: 'idNumber', value: idNumberOf(nth) },
    })
    return response.json().code as string
  }
  for (let nth = people; nth < people + 40; nth++) {
    const answers = await Promise.all([enter(nth, app.app), enter(nth, second), enter(nth, app.app)])
    expect(answers.toSorted()).toEqual(['0000', '4090', '4090'])
    expect(await enter(nth, second)).toBe('4090')
    for (const vault of [app.vault, behind])
      expect((await matchBlacklist(app.db, vault, { idNumber: idNumberOf(nth) })).size).toBe(1)
  }
  expect([await enter(0, app.app), await enter(0, second)]).toEqual(['4090', '4090'])
})

test('killed at any moment, it goes on where it was, beside traffic that notices nothing', async () => {
  await app.pool.query(`update data_key set state = 'closed' where state = 'leaving'`)
  await follower.refresh()
  const faults: string[] = []
  let calls = 0
  let isOver = false
  // A test that fails before its end would call the closed app for ever.
  onTestFinished(() => {
    isOver = true
  })
  const repeat = async (act: (nth: number) => Promise<boolean>) => {
    for (let nth = 0; !isOver; nth++) {
      if (!(await act(nth).catch(() => false))) faults.push(`${act.name} ${nth}`)
      calls++
      // There is a call at every moment, and the processor is left to the replacement.
      await sleep(20)
    }
  }
  const look = async () => {
    const { body } = await request('POST', '/user/page', { idNumber: idNumberOf(17) })
    return body.data?.total === 1
  }
  const match = (nth: number) => listed((nth * 97) % people)
  const register = async (nth: number) => {
    const idNumber = idNumberOf(20_000 + nth)
    const { code } = await channel.call('POST', '/user', { phone: newPhone(), name: '张三', idNumber })
    return code === '0000'
  }
  const refuse = async (nth: number) => {
    // Of few numbers, because an administrator may not try many.
    const value = idNumberOf(nth % 5)
    return (await request('POST', '/blacklist', { kind: 'idNumber', value })).body.code === '4090'
  }
  const signIn = async () => {
    await app.pool.query('update second_factor set last_step = 0 where admin_id = $1', [adminId])
    return (await spendCode(app.db, app.vault, adminId, totp.generate())) === 'totp'
  }
  const traffic = Promise.all([look, match, register, refuse, signIn].map(repeat))

  await sendJob(app.db, rotationQueue, {})
  const worker = await startWorker()
  worker.begin()
  const seen = async () =>
    (await app.pool.query(`select coalesce(sum(seen), 0)::int as seen from resealed_column`)).rows[0].seen
  await vi.waitUntil(async () => (await seen()) >= 2_000, { timeout: 120_000, interval: 5 })
  await worker.kill()
  const atKill = await seen()
  const { rows: open } = await app.pool.query('select from resealed_column where done_at is null')
  expect(open.length).toBeGreaterThan(0)
  expect(await states()).toEqual(['closed', 'writing'])
  // What was read under the old key is added under the new one, and known under both.
  const number = idNumberOf(waitingToo)
  const added = await commitImport(waitingToo)
  expect(added).toMatchObject({
    value: app.vault.fingerprintText(number, 'blacklist.value'),
    value_before: createVault(oldKey).fingerprintText(number, 'blacklist.value'),
  })
  expect(app.vault.open(added.value_sealed, 'blacklist.value')).toBe(number)
  await writeBackup({
    pool: app.pool,
    storage: app.storage,
    secret: backupKey,
    createSink: () => fileSink(join(folder, 'halfway')),
  })
  const told = await command('data-key', { DATA_KEY: newKey, DATA_KEY_OLD: oldKey })
  expect(told).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Keep DATA_KEY_OLD set.*user\.id_number_sealed: /s),
  })
  const early = await command('data-key', { DATA_KEY: newKey })
  expect(early).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Not everything is sealed with DATA_KEY yet/),
  })

  const done = run(4_000)
  const following = setInterval(() => void Promise.all([follower.refresh(), beside.refresh()]), 200)
  await done
  clearInterval(following)
  isOver = true
  await traffic
  expect(faults).toEqual([])
  expect(calls).toBeGreaterThan(50)
  expect(await seen()).toBeGreaterThan(atKill)
  expect(await states()).toEqual(['gone', 'writing'])
})

test('nothing is left under the old key, and the new one alone opens and finds everything', async () => {
  for (const [name, { first, all }] of Object.entries(await sealedCounts(app.pool))) {
    expect({ name, first }).toEqual({ name, first: 0 })
    expect({ name, isThere: all > 0 }).toEqual({ name, isThere: true })
  }
  const { rows } =
    await app.pool.query(`select (select count(*)::int from blacklist where value_before is not null) as before,
    (select sum(unreadable)::int from resealed_column) as unreadable`)
  expect(rows).toEqual([{ before: 0, unreadable: 0 }])

  const alone = createVault(await ringIn(app.db, { key: newKey, old: null }))
  const { rows: sealed } = await app.pool.query(
    'select id_number_sealed, id_number_hash from "user" where id_number_sealed is not null order by id',
  )
  expect(sealed.length).toBeGreaterThan(people)
  for (const row of sealed) {
    const number = alone.open(row.id_number_sealed, 'user.idNumber')
    expect(row.id_number_hash).toEqual(alone.fingerprint(number, 'user.idNumber'))
  }
  for (const nth of [0, 1, people - 1, people + 3])
    expect((await matchBlacklist(app.db, alone, { idNumber: idNumberOf(nth) })).size).toBe(1)
  expect(await spendCode(app.db, alone, adminId, codes[0] ?? '')).toBe('recovery')
  expect(await spendCode(app.db, alone, adminId, codes[0] ?? '')).toBe(null)
  expect((await channel.call('POST', '/user', { phone: newPhone() })).code).toBe('0000')
})

test('an import that waited is added under the new key', async () => {
  const alone = createVault(await ringIn(app.db, { key: newKey, old: null }))
  const print = alone.fingerprintText(idNumberOf(waiting), 'blacklist.value')
  const { rows } = await app.pool.query(
    'select key, staged, cells_sealed, import_id from import_row where import_id = (select min(id) from import_task) order by line',
  )
  expect(rows[0]).toMatchObject({ key: `idNumber ${print}`, staged: { value: print, valueBefore: null } })
  const sealed = Buffer.from(rows[0].staged.valueSealed.slice(2), 'hex')
  expect(alone.open(sealed, 'blacklist.value')).toBe(idNumberOf(waiting))
  expect(alone.open(rows[1].cells_sealed, 'import_row.cells')).toBe('{"value":"cell"}')
  const { value_sealed: added, ...prints } = await commitImport(waiting)
  expect([alone.open(added, 'blacklist.value'), prints]).toEqual([
    idNumberOf(waiting),
    { value: print, value_before: null },
  ])
})

test('the database takes no value under the old key any more, and no instance starts with it', async () => {
  const old = createVault(oldKey)
  await expect(
    app.pool.query(`update "user" set id_number_sealed = $1 where id_number_sealed is not null`, [
      old.seal(idNumberOf(1), 'user.idNumber'),
    ]),
  ).rejects.toThrow('sealed with a data key that was replaced')
  await expect(ringIn(app.db, { key: oldKey, old: null })).rejects.toThrow(/^DATA_KEY is not the key/)
})

test('a backup from the middle of it needs both keys, and the rotation goes on where it is restored', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${name}`)
  const pool = createPool({ ...cluster, database: name, max: 6, silenceMs: 60_000 })
  restored = { name, pool }
  const restore = async (dataKeys: string[]) =>
    restoreBackup({
      jobs,
      pool,
      storage: await diskStorage(join(folder, 'files')),
      secret: backupKey,
      dataKeys,
      source: createReadStream(join(folder, 'halfway')),
    })
  await expect(restore([newKey])).rejects.toThrow(/set DATA_KEY_OLD to the key before/)
  await expect(restore([oldKey])).rejects.toThrow(/^DATA_KEY is not the key of the database/)
  await restore([newKey, oldKey])
  const db = createDb(pool)
  await expect(ringIn(db, { key: newKey, old: null })).rejects.toThrow(/^Not everything is sealed/)
  const vault = createVault(await ringIn(db, both()))
  const there = await followKeys({ db, vault, keys: both(), ...silent })
  expect((await sealedCounts(pool))['blacklist.value_sealed']?.first).toBeGreaterThan(0)
  const following = setInterval(() => void there.refresh(), 100)
  const { signal } = new AbortController()
  await continueRotation({
    db,
    vault,
    lists: listImports,
    columns: sealedColumns,
    graceMs: 200,
    signal,
    progress: () => undefined,
  })
  clearInterval(following)
  await there.stop()
  for (const [of, { first }] of Object.entries(await sealedCounts(pool)))
    expect({ of, first }).toEqual({ of, first: 0 })
  const alone = createVault(await ringIn(db, { key: newKey, old: null }))
  expect((await matchBlacklist(db, alone, { idNumber: idNumberOf(people - 1) })).size).toBe(1)
})

test('another rotation begins from there, and what cannot be made anew is found by a third key too', async () => {
  expect(await command('data-key', { DATA_KEY: newKey })).toMatchObject({
    code: 0,
    out: 'Everything is sealed with DATA_KEY; no other key is needed.\n',
  })
  const third = { key: newDataKey(), old: newKey }
  await Promise.all([follower.stop(), beside.stop()])
  follower = await followKeys({ db: app.db, vault: app.vault, keys: third, ...silent })
  beside = await followKeys({ db: app.db, vault: createVault(newKey), keys: third, ...silent })
  expect(await beginRotation(app.db, third)).toBe(true)
  await follower.refresh()
  const following = setInterval(() => void Promise.all([follower.refresh(), beside.refresh()]), 100)
  await run(200)
  clearInterval(following)
  expect(await states()).toEqual(['gone', 'gone', 'writing'])
  const alone = createVault(await ringIn(app.db, { key: third.key, old: null }))
  expect(await spendCode(app.db, alone, adminId, codes[1] ?? '')).toBe('recovery')
  expect((await matchBlacklist(app.db, alone, { idNumber: idNumberOf(5) })).size).toBe(1)
})
