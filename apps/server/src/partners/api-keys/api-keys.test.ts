import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codes } from '@kabao/contract'
import { noncePattern } from '@kabao/contract/partners/signature'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditValues } from '#platform/audit/audit-values'
import { migrationsFolder } from '#platform/base/paths'
import { Problem } from '#platform/base/problem'
import { dbOver } from '#platform/db/client'
import { secret as neverLogged, startApp } from '#test/harness'
import { signedHeaders } from '../signature/sign.ts'
import { verifySignature } from '../signature/verify.ts'
import { findLiveKey, recordUse, usedEverySeconds } from './find.ts'
import { keysOf, makeKey as makeKeyIn, revokeKey, type ShownOnce } from './keys.ts'
import type { KeyOwner } from './owner.ts'
import { endPreviousSecret, rotateSecret } from './rotate.ts'

const app = startApp()
let by = ''
beforeAll(async () => {
  by = (await app.as()).adminId
})

const inTransaction = <T>(act: (db: typeof app.db) => Promise<T>) => app.db.transaction().execute(act)

let made = 0
/** A new owner of keys. */
async function newOwner(kind: KeyOwner['kind'] = 'channel'): Promise<KeyOwner> {
  const code = `key${String(++made).padStart(4, '0')}`
  const { rows } = await app.pool.query(
    `insert into ${kind} (code, name, flow) values ($1, $1, 'full') returning id`,
    [code],
  )
  return { kind, id: rows[0].id }
}

/** Makes sure that no log contains a secret that these tests made. */
function kept<T extends ShownOnce>(shown: T): T {
  neverLogged(shown.secret)
  return shown
}

const makeKey = async (owner: KeyOwner, isSandbox = false) =>
  kept(await inTransaction((db) => makeKeyIn(db, app.vault, { owner, isSandbox, by })))

const rotate = async (keyId: string, seenSecretId: string, overlapDays: number) =>
  kept(await inTransaction((db) => rotateSecret(db, app.vault, { keyId, seenSecretId, overlapDays, by })))

const valuesOf = async (key: string) =>
  (await findLiveKey(app.db, app.vault, key))?.secrets.map(({ value }) => value) ?? null

/** The code of the refusal of an act. */
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error) => {
      if (error instanceof Problem) return { code: error.code, ...error.details.fields }
      throw error
    },
  )

/** Lets a previous secret end now. */
/** A second ago, because the column has milliseconds: what is rounded up is still to come. */
const expire = (keyId: string) =>
  app.pool.query(
    `update api_secret set expires_at = now() - interval '1 second' where api_key_id = $1 and slot = 'previous'`,
    [keyId],
  )

test.each(['channel', 'org'] as const)(
  'a key of a %s is found with its owner and its secret',
  async (kind) => {
    const owner = await newOwner(kind)
    const { id, key, secret } = await makeKey(owner)
    expect(key).toMatch(/^ck_[A-Za-z0-9_]{24}$/)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
    expect(await findLiveKey(app.db, app.vault, key)).toMatchObject({
      id,
      owner,
      isSandbox: false,
      secrets: [{ value: secret, lastUsedAt: null }],
    })
    expect(await findLiveKey(app.db, app.vault, `${key}x`)).toBeNull()
  },
)

test('an owner has one live key and one live sandbox key, also when two people make them at once', async () => {
  const owner = await newOwner()
  const results = await Promise.all(
    [false, true].flatMap((isSandbox) =>
      Array.from({ length: 5 }, () => refusalOf(makeKey(owner, isSandbox))),
    ),
  )
  expect(results.filter((result) => result === null)).toHaveLength(2)
  expect(results.filter((result) => result !== null)).toEqual(
    Array(8).fill({ code: codes.conflict, isSandbox: 'apiKeyExists' }),
  )
  expect((await keysOf(app.db, owner)).map(({ isSandbox }) => isSandbox).sort()).toEqual([false, true])
})

test('a revoked key is not found, its secrets are deleted, and a new one can be made', async () => {
  const owner = await newOwner()
  const { id, key, secretId } = await makeKey(owner)
  await rotate(id, secretId, 7)
  await inTransaction((db) => revokeKey(db, id, by))
  expect(await findLiveKey(app.db, app.vault, key)).toBeNull()
  expect((await app.pool.query('select 1 from api_secret where api_key_id = $1', [id])).rows).toEqual([])
  expect(await refusalOf(inTransaction((db) => revokeKey(db, id, by)))).toEqual({ code: codes.notFound })
  expect(await refusalOf(rotate(id, secretId, 0))).toEqual({ code: codes.notFound })
  const next = await makeKey(owner)
  expect((await keysOf(app.db, owner)).map((each) => [each.id, each.revokedAt === null])).toEqual([
    [next.id, true],
    [id, false],
  ])
})

test('with an overlap both secrets are valid until the old one ends; without, only the new one', async () => {
  const { id, key, secretId, secret: first } = await makeKey(await newOwner())
  const second = await rotate(id, secretId, 7)
  expect(await valuesOf(key)).toEqual([second.secret, first])
  await expire(id)
  expect(await valuesOf(key)).toEqual([second.secret])
  const third = await rotate(id, second.secretId, 0)
  expect(await valuesOf(key)).toEqual([third.secret])
})

test('the overlap ends after its days, by the clock of the database', async () => {
  const { id, secretId } = await makeKey(await newOwner())
  await rotate(id, secretId, 30)
  const { rows } = await app.pool.query(
    `select expires_at - now() between '29 days 23:59' and '30 days' as "isRight" from api_secret
     where api_key_id = $1 and slot = 'previous'`,
    [id],
  )
  expect(rows).toEqual([{ isRight: true }])
})

test.each([-1, 31, 0.5, Number.NaN])('an overlap of %s days is an error', async (days) => {
  const { id, secretId } = await makeKey(await newOwner())
  await expect(rotate(id, secretId, days)).rejects.toThrow(RangeError)
})

test('a key has at most two live secrets; the old one can be ended before its time', async () => {
  const { id, key, secretId } = await makeKey(await newOwner())
  const second = await rotate(id, secretId, 7)
  expect(await refusalOf(rotate(id, second.secretId, 7))).toEqual({
    code: codes.conflict,
    overlapDays: 'twoSecrets',
  })
  expect(await refusalOf(inTransaction((db) => endPreviousSecret(db, id, second.secretId)))).toEqual({
    code: codes.notFound,
  })
  await inTransaction((db) => endPreviousSecret(db, id, secretId))
  expect(await valuesOf(key)).toEqual([second.secret])
  const third = await rotate(id, second.secretId, 7)
  expect(await valuesOf(key)).toEqual([third.secret, second.secret])
  await expect(
    app.pool.query(
      `insert into api_secret (api_key_id, slot, value_sealed, place) values ($1, 'current', '', 'apiSecret')`,
      [id],
    ),
  ).rejects.toThrow('api_secret_api_key_id_slot_key')
})

test('in an emergency a secret is replaced at once, while an older one is still valid', async () => {
  const { id, key, secretId, secret: first } = await makeKey(await newOwner())
  const second = await rotate(id, secretId, 7)
  const third = await rotate(id, second.secretId, 0)
  expect(await valuesOf(key)).toEqual([third.secret, first])
})

test.each([0, 7])('of ten people who change a secret at once (overlap %s), one does', async (overlap) => {
  const { id, key, secretId } = await makeKey(await newOwner())
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      rotate(id, secretId, overlap).catch((error) => {
        if (error instanceof Problem) return error
        throw error
      }),
    ),
  )
  const winners = results.filter((result) => !(result instanceof Problem))
  const losers = results.filter((result) => result instanceof Problem)
  expect(winners).toHaveLength(1)
  expect((await valuesOf(key))?.[0]).toBe((winners[0] as ShownOnce).secret)
  expect(await valuesOf(key)).toHaveLength(overlap === 0 ? 1 : 2)
  for (const { code, words, details } of losers) {
    expect([code, words]).toEqual([codes.conflict, 'stale'])
    expect(details.current).toMatchObject([
      { id, secrets: [{ slot: 'current' }, ...(overlap === 0 ? [] : [{}])] },
    ])
    expect(JSON.stringify(details)).not.toContain('whsec_')
  }
})

test('revoking and changing a secret at once leave no secret behind', async () => {
  for (let time = 0; time < 5; time++) {
    const { id, key, secretId } = await makeKey(await newOwner())
    await Promise.all([refusalOf(rotate(id, secretId, 7)), inTransaction((db) => revokeKey(db, id, by))])
    expect(await findLiveKey(app.db, app.vault, key)).toBeNull()
    expect((await app.pool.query('select 1 from api_secret where api_key_id = $1', [id])).rows).toEqual([])
  }
})

test('the last use of each secret is written at most once a minute', async () => {
  const { id, secretId } = await makeKey(await newOwner())
  const second = await rotate(id, secretId, 7)
  const written = await Promise.all(Array.from({ length: 10 }, () => recordUse(app.db, second.secretId)))
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await recordUse(app.db, second.secretId)).toBe(false)
  await app.pool.query(
    `update api_secret set last_used_at = now() - make_interval(secs => $2) where id = $1`,
    // A second more: the clock of a virtual machine may be set back a little between two statements.
    [second.secretId, usedEverySeconds + 1],
  )
  expect(await recordUse(app.db, second.secretId)).toBe(true)
  const { rows } = await app.pool.query(
    `select slot, last_used_at > now() - interval '10 s' as "isUsed" from api_secret where api_key_id = $1 order by slot`,
    [id],
  )
  expect(rows).toEqual([
    { slot: 'current', isUsed: true },
    { slot: 'previous', isUsed: null },
  ])
})

test('screens are shown no secret, and the secrets that expired are gone', async () => {
  const owner = await newOwner('org')
  const { id, key, secretId } = await makeKey(owner)
  await rotate(id, secretId, 7)
  const shown = await keysOf(app.db, owner)
  expect(shown).toMatchObject([
    { id, key, secrets: [{ slot: 'current', expiresAt: null }, { id: secretId }] },
  ])
  expect(JSON.stringify(shown)).not.toContain('whsec_')
  await expire(id)
  expect((await keysOf(app.db, owner))[0]?.secrets).toMatchObject([{ slot: 'current' }])
  expect(await keysOf(app.db, await newOwner('org'))).toEqual([])
})

test('a secret is sealed for its key: copied to another key, it does not open', async () => {
  const { id, secret } = await makeKey(await newOwner())
  const other = await makeKey(await newOwner())
  const { rows } = await app.pool.query('select value_sealed from api_secret where api_key_id = $1', [id])
  expect(rows[0].value_sealed.toString('latin1')).not.toContain(secret.slice(6))
  await app.pool.query('update api_secret set value_sealed = $2 where api_key_id = $1', [
    other.id,
    rows[0].value_sealed,
  ])
  await expect(findLiveKey(app.db, app.vault, other.key)).rejects.toThrow()
})

test('a secret of a channel from before the table of keys still opens', async () => {
  const { id, key } = await makeKey(await newOwner())
  const old = neverLogged('demo-secret-of-a-channel')
  await app.pool.query(
    `update api_secret set value_sealed = $2, place = 'channel.apiSecret' where api_key_id = $1`,
    [id, app.vault.seal(old, 'channel.apiSecret')],
  )
  expect(await valuesOf(key)).toEqual([old])
})

test('the migration moves the key and the secret of a channel', async () => {
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query('drop table api_secret, api_key')
    await client.query('alter table channel add column api_key text, add column api_secret_sealed bytea')
    const sealed = app.vault.seal(neverLogged('secret-of-the-old-column'), 'channel.apiSecret')
    await client.query(
      `insert into channel (code, name, flow, api_key, api_secret_sealed)
       values ('movedkey', '1', 'full', 'ck_demo01_0a1b2c', $1), ('nokey', '2', 'full', null, null)`,
      [sealed],
    )
    const file = (await readdir(migrationsFolder)).find((name) => name.endsWith('-api-key.sql')) as string
    await client.query(await readFile(join(migrationsFolder, file), 'utf8'))
    const found = await findLiveKey(dbOver(client), app.vault, 'ck_demo01_0a1b2c')
    expect(found).toMatchObject({ isSandbox: false, secrets: [{ value: 'secret-of-the-old-column' }] })
    expect((await client.query('select 1 from api_key')).rows).toHaveLength(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what is signed with a secret is verified with the stored one', async () => {
  const { key, secret, secretId } = await makeKey(await newOwner())
  const request = { method: 'POST', target: '/open/user?a=1+2', body: Buffer.from('{}') }
  const headers = signedHeaders(request, [secret], Date.now())
  expect(headers['x-nonce']).toMatch(noncePattern)
  const found = await findLiveKey(app.db, app.vault, key)
  expect(
    verifySignature(
      {
        ...request,
        timestamp: headers['x-timestamp'] ?? '',
        nonce: headers['x-nonce'] ?? '',
        signature: headers['x-signature'] ?? '',
      },
      found?.secrets ?? [],
      Date.now(),
    ),
  ).toMatchObject({ secret: { id: secretId } })
})

test('neither the log nor the audit log keeps a secret that somebody gives them', async () => {
  const { secret } = await makeKey(await newOwner())
  app.app.log.info({ note: `made ${secret}` }, `made ${secret}`)
  expect(JSON.stringify(auditValues({ note: `made ${secret}` }))).not.toContain(secret)
})

test('a deleted owner leaves no key', async () => {
  const owner = await newOwner()
  const { key } = await makeKey(owner)
  await sql`delete from channel where id = ${owner.id}`.execute(app.db)
  expect(await findLiveKey(app.db, app.vault, key)).toBeNull()
})
