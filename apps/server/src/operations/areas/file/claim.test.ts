import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileUse } from '@kabao/contract/operations/file'
import { beforeAll, expect, test } from 'vitest'
import { claimFiles } from '#platform/files/files'
import type { Storage } from '#platform/storage/storage'
import { secret, startApp } from '#test/harness'
import { settlementIn } from '#test/matrix/settlements'
import { picture, upload } from '#test/upload'
import { sweepFiles } from './sweep.ts'

const app = startApp()
type Requester = Awaited<ReturnType<typeof app.as>>

async function send(request: Requester, use: FileUse = 'avatar') {
  const content = await picture(20, 20).png().toBuffer()
  const { data } = await upload(app.app, request.token, use, [{ name: 'a.png', content }])
  return data[0].id as string
}
const claim = (request: Requester, ids: string[], id = request.adminId, use: FileUse = 'avatar') =>
  app.db.transaction().execute((db) =>
    claimFiles(db, {
      owner: { kind: 'admin', id },
      use,
      ids,
      adminId: request.adminId,
      field: 'avatarFileId',
    }),
  )
const get = async (request: Requester, path: string) => {
  const response = await app.app.inject({ url: `/api${path}`, headers: { token: request.token } })
  const isFile = !String(response.headers['content-type']).startsWith('application/json')
  return isFile ? 'file' : (response.json().code as string)
}
const rowOf = async (id: string) =>
  (await app.pool.query('select * from file where id = $1', [id])).rows[0] as
    | { key: string; status: string; owner_id: string | null; unclaimed_since: string | null }
    | undefined
const age = (hours: number, ...ids: string[]) =>
  app.pool.query(
    'update file set unclaimed_since = unclaimed_since - make_interval(hours => $1) where id = any($2)',
    [hours, ids],
  )
const bytesOf = async () =>
  (await readdir(join(app.filesFolder, 'stored'), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => each.name)
let orgId: string
beforeAll(async () => {
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow) values ('claims', 'claims', 'full') returning id`,
  )
  orgId = rows[0].id
})
const refusedClaim = { details: { fields: { avatarFileId: 'noSuchFile' } } }

/** A recharge that has a voucher. @returns the voucher's id */
async function voucherBy(sender: Requester): Promise<string> {
  const id = await send(sender, 'voucher')
  const { rows } = await app.pool.query(
    `insert into recharge (org_id, way, amount_fen, created_by) values ($1, 'bank', 100, $2) returning id`,
    [orgId, sender.adminId],
  )
  await claim(sender, [id], rows[0].id, 'voucher')
  return id
}

test('a record claims the file that its editor sent, and then others may see it', async () => {
  const [request, other] = [await app.as(), await app.as()]
  const id = await send(request)
  expect([await get(request, `/file/${id}`), await get(other, `/file/${id}`)]).toEqual(['file', '4040'])
  await claim(request, [id])
  expect([await get(other, `/file/${id}`), await get(other, `/file/${id}/thumbnail`)]).toEqual([
    'file',
    'file',
  ])
  expect(await rowOf(id)).toMatchObject({ owner_id: request.adminId, unclaimed_since: null })
})

test('a claimed file is visible to those who may see its record, and to nobody else', async () => {
  const sender = await app.as('recharge:create')
  const id = await voucherBy(sender)
  expect(await get(await app.as('recharge:page'), `/file/${id}`)).toBe('file')
  expect(await get(await app.as('*'), `/file/${id}`)).toBe('file')
  expect(await get(await app.as('org:page', 'user:page'), `/file/${id}`)).toBe('4030')
  expect(await get(await app.as('org:page'), `/file/${id}/thumbnail`)).toBe('4030')
  expect((await (await app.as('org:page'))('POST', `/file/${id}/ticket`)).body.code).toBe('4030')
})

test("a claim is refused for another sender's file, a different use, another record's file, a missing or a condemned file", async () => {
  const [request, other] = [await app.as('recharge:create'), await app.as()]
  const [mine, voucher, taken] = [await send(request), await send(request, 'voucher'), await send(request)]
  await expect(claim(other, [mine])).rejects.toMatchObject(refusedClaim)
  await expect(claim(request, [voucher])).rejects.toMatchObject(refusedClaim)
  await expect(claim(request, ['999999999'])).rejects.toMatchObject(refusedClaim)
  await claim(request, [taken])
  await expect(claim(request, [mine, taken], '12345')).rejects.toMatchObject(refusedClaim)
  expect(await rowOf(mine)).toMatchObject({ owner_id: null })
  await app.pool.query(`update file set status = 'removing' where id = $1`, [mine])
  await expect(claim(request, [mine])).rejects.toMatchObject(refusedClaim)
})

test('a new file replaces the first, which is deleted a day later; claiming the same file again changes nothing', async () => {
  const request = await app.as()
  const [first, second] = [await send(request), await send(request)]
  await claim(request, [first])
  await claim(request, [first, first])
  expect(await rowOf(first)).toMatchObject({ owner_id: request.adminId })
  await claim(request, [second])
  expect(await rowOf(first)).toMatchObject({ owner_id: null, unclaimed_since: expect.any(String) })
  await claim(request, [])
  expect(await rowOf(second)).toMatchObject({ owner_id: null })
})

test('of two records that claim one file at once, one gets it', async () => {
  const request = await app.as()
  for (let round = 0; round < 10; round++) {
    const id = await send(request)
    const results = await Promise.allSettled(
      ['101', '102', '103'].map((owner) => claim(request, [id], owner)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('only files that are unclaimed for a day are deleted, with their bytes', async () => {
  const request = await app.as()
  const [old, young, claimed] = [await send(request), await send(request), await send(request)]
  await claim(request, [claimed])
  await app.pool.query(`update file set created_at = now() - interval '9 days' where id = $1`, [claimed])
  await age(25, old)
  await age(23, young)
  const keys = [(await rowOf(old))?.key, `${(await rowOf(old))?.key}-thumbnail`]
  expect(await bytesOf()).toEqual(expect.arrayContaining(keys))
  expect(await sweepFiles(app.db, app.storage)).toBe(1)
  expect(await rowOf(old)).toBeUndefined()
  expect([await rowOf(young), await rowOf(claimed)]).toMatchObject([
    { status: 'stored' },
    { status: 'stored' },
  ])
  for (const key of keys) expect(await bytesOf()).not.toContain(key)
  expect(await sweepFiles(app.db, app.storage)).toBe(0)
  expect(await get(request, `/file/${claimed}`)).toBe('file')
})

test.each(['before the bytes are deleted', 'after the bytes are deleted'])(
  'a sweep that is killed %s is finished by the next',
  async (when) => {
    const request = await app.as()
    const id = await send(request)
    const key = (await rowOf(id))?.key as string
    await age(25, id)
    const dying: Storage = {
      ...app.storage,
      remove: async (keys) => {
        if (when === 'after the bytes are deleted') await app.storage.remove(keys)
        throw new Error('killed')
      },
    }
    await expect(sweepFiles(app.db, dying)).rejects.toThrow('killed')
    expect(await rowOf(id)).toMatchObject({ status: 'removing' })
    expect(await get(request, `/file/${id}`)).toBe('4040')
    await expect(claim(request, [id])).rejects.toMatchObject(refusedClaim)
    expect(await sweepFiles(app.db, app.storage)).toBe(1)
    expect([await rowOf(id), (await bytesOf()).includes(key)]).toEqual([undefined, false])
  },
)

test('with a sweep and a claim at once, the file is either claimed whole or deleted and refused', async () => {
  const request = await app.as()
  for (let round = 0; round < 30; round++) {
    const id = await send(request)
    await age(25, id)
    const key = (await rowOf(id))?.key as string
    const [result] = await Promise.allSettled([
      claim(request, [id], String(1000 + round)),
      sweepFiles(app.db, app.storage),
      sweepFiles(app.db, app.storage),
    ])
    const isThere = (await bytesOf()).includes(key)
    expect([result.status, isThere]).toEqual(isThere ? ['fulfilled', true] : ['rejected', false])
  }
})

test('hundreds of files are deleted in batches, also by two concurrent sweeps', async () => {
  const request = await app.as()
  await app.pool.query(
    `insert into file (use, key, name, media_type, size, sha256, created_by, unclaimed_since)
     select 'avatar', 'unused-' || 10000 + n, 'a.png', 'image/png', 1, '\\x00', $1, now() - interval '2 days'
     from generate_series(1, 450) n`,
    [request.adminId],
  )
  await Promise.all([sweepFiles(app.db, app.storage), sweepFiles(app.db, app.storage)])
  const left = await app.pool.query('select 1 from file where created_by = $1', [request.adminId])
  expect(left.rows).toEqual([])
})

test('a ticket opens one file once, within a minute, and ends with the session', async () => {
  const request = await app.as()
  const id = await send(request)
  const ticketOf = async () =>
    secret((await request('POST', `/file/${id}/ticket`)).body.data.ticket as string)
  const open = async (ticket: string) => {
    const response = await app.app.inject(`/api/common/download?ticket=${ticket}`)
    return [response.headers['content-type'], response.headers['content-disposition']?.split(';')[0]]
  }
  const gone = ['application/json; charset=utf-8', undefined]

  const first = await ticketOf()
  expect(await open(first)).toEqual(['image/png', 'attachment'])
  expect(await open(first)).toEqual(gone)

  const both = await ticketOf()
  const opened = await Promise.all([open(both), open(both), open(both)])
  expect(opened.filter(([type]) => type === 'image/png')).toHaveLength(1)

  const late = await ticketOf()
  await app.pool.query(`update file_ticket set expires_at = now() - interval '1 second'`)
  expect(await open(late)).toEqual(gone)

  const orphan = await ticketOf()
  await request('POST', '/admin/logout')
  expect(await open(orphan)).toEqual(gone)
  expect((await app.pool.query('select 1 from file_ticket')).rows).toEqual([])
})

test('a ticket is refused once its holder may no longer see the file', async () => {
  const code = async (ticket: string) => {
    const response = await app.app.inject(`/api/common/download?ticket=${ticket}`)
    return response.headers['content-disposition'] ? 'file' : (response.json().code as string)
  }
  const roleOf = (request: Requester) =>
    `(select role_id from admin_role where admin_id = ${request.adminId})`
  const ofVoucher = async () => {
    const sender = await app.as('recharge:create')
    const id = await voucherBy(sender)
    const request = await app.as('recharge:page')
    return {
      request,
      ticket: secret((await request('POST', `/file/${id}/ticket`)).body.data.ticket as string),
    }
  }
  /** Of a channel that belongs to nobody. */
  const ofSettlement = async () => {
    const sender = await app.as('settlement:pay')
    const id = await send(sender, 'settlementVoucher')
    const { rows } = await app.pool.query(
      `insert into channel (name, flow) values ('claims', 'full') returning id`,
    )
    const settled = { channelId: rows[0].id, by: sender.adminId, name: `claims-${id}` }
    await claim(sender, [id], await settlementIn(app.pool, settled), 'settlementVoucher')
    const request = await app.as('settlement:page')
    return {
      request,
      ticket: secret((await request('POST', `/file/${id}/ticket`)).body.data.ticket as string),
    }
  }
  const allowed = await ofVoucher()
  expect(await code(allowed.ticket)).toBe('file')
  const without = await ofVoucher()
  await app.pool.query(`delete from role_node where role_id in ${roleOf(without.request)}`)
  expect(await code(without.ticket)).toBe('4030')
  const [seen, own] = [await ofSettlement(), await ofSettlement()]
  expect(await code(seen.ticket)).toBe('file')
  await app.pool.query(`update role set data_scope = 'own' where id in ${roleOf(own.request)}`)
  expect(await code(own.ticket)).toBe('4040')
  const disabled = await ofVoucher()
  await app.pool.query(`update admin set status = 'disabled' where id = ${disabled.request.adminId}`)
  expect(await code(disabled.ticket)).toBe('4040')
})

test('an unclaimed file is visible only to its sender; having sent it gives no access to a claimed file', async () => {
  const sender = await app.as('recharge:create')
  const unclaimed = await send(sender, 'voucher')
  expect(await get(await app.as('*'), `/file/${unclaimed}`)).toBe('4040')
  const id = await voucherBy(sender)
  expect(await get(sender, `/file/${id}`)).toBe('4030')
  expect(await get(await app.as('*'), `/file/${id}`)).toBe('file')
})

test('a HEAD request does not use up a ticket', async () => {
  const request = await app.as()
  const { ticket } = (await request('POST', `/file/${await send(request)}/ticket`)).body.data
  secret(ticket)
  await app.app.inject({ method: 'HEAD', url: `/api/common/download?ticket=${ticket}` })
  const { headers } = await app.app.inject(`/api/common/download?ticket=${ticket}`)
  expect(headers['content-type']).toBe('image/png')
})
