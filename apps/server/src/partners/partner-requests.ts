import type { ParamsOf } from '@kabao/contract'
import type { OpenRequestCalls, OpenRequestPage, OpenRequestRow } from '@kabao/contract/partners/open-request'
import { type RawBuilder, sql } from 'kysely'
import type { ArchivedRow } from '#platform/archive/archived-table'
import { findArchivedPage } from '#platform/archive/page'
import type { ArchiveFilter } from '#platform/archive/parquet'
import { findArchivedRow } from '#platform/archive/read'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Page } from '#platform/db/page'
import { timeIdAt, timeOfId } from '#platform/db/partitions'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import type { Storage } from '#platform/storage/storage'
import { findLiveKey } from './api-keys/find.ts'
import type { Owners } from './api-keys/handlers.ts'
import type { KeyOwner } from './api-keys/owner.ts'
import { requestArchive } from './request-archive.ts'
import { unpackBodies } from './request-bodies.ts'
import { canonicalText } from './signature/canonical.ts'
import { firstDifference } from './signature/difference.ts'
import { verifySignature } from './signature/verify.ts'

type Asked = { db: Db; params: ParamsOf<OpenRequestCalls['requests']>; caller: Caller }

/** Handles the endpoints of `partnerRequestEndpoints`. */
export function partnerRequestHandlers(
  { vault, storage }: Pick<Services, 'vault' | 'storage'>,
  { kind, find }: Owners,
): Handlers<OpenRequestCalls> {
  const ownerOf = async ({ db, params, caller }: Asked): Promise<KeyOwner> => {
    if ((await find(db, params.id, caller)) === null) throw notFound()
    return { kind, id: params.id }
  }
  return {
    requests: async (call) => findPageOfRequests(call.db, storage, await ownerOf(call), call.body),

    request: async (call) => {
      const { db, params } = call
      const owner = await ownerOf(call)
      const { rows } = await sql<StoredRow>`select ${columns} from open_request t ${joins}
        where t.id = ${params.requestId} and ${ofOwner(owner)}`.execute(db.withoutPlugins())
      if (rows[0]) return shown(rows[0])
      const filed = await findArchivedRow(db, storage, archivedOf(owner), params.requestId)
      const [row] = filed ? await fromFiles(db, [filed]) : []
      if (!row) throw notFound()
      return row
    },

    compareSignature: async (call) => {
      const owner = await ownerOf(call)
      const { key, body, theirs, ...sent } = call.body
      const found = await findLiveKey(call.db, vault, key)
      const secrets = found?.owner.kind === owner.kind && found.owner.id === owner.id ? found.secrets : []
      const request = { ...sent, body: Buffer.from(body, 'utf8') }
      const now = Date.now()
      const seconds = /^\d{1,12}$/.test(sent.timestamp) ? Number(sent.timestamp) : null
      const verified = verifySignature(request, secrets, now)
      const text = canonicalText(request)
      return {
        text,
        difference: theirs === null ? null : firstDifference(text, theirs),
        fault: 'fault' in verified ? verified.fault : null,
        secondsOff: seconds === null ? null : seconds - Math.floor(now / 1_000),
        isSigned: seconds !== null && 'secret' in verifySignature(request, secrets, seconds * 1_000),
      }
    },
  }
}

const columns = sql`t.id, time_of_id(t.id) as at, k.key, t.call, t.path, t.code, t.fault, t.is_sandbox as "isSandbox",
  t.is_repeat as "isRepeat", t.ms, t.ip, t.request, t.answer, t.bodies`

/** The bodies are packed; older rows have them as texts. */
interface StoredRow extends OpenRequestRow {
  bodies: Buffer | null
}

const shown = ({ bodies, ...row }: StoredRow): OpenRequestRow =>
  bodies === null ? row : Object.assign(row, unpackBodies(bodies))

/** Keys are never deleted. */
const joins = sql`join api_key k on k.id = t.api_key_id`
const ofOwner = ({ kind, id }: KeyOwner) =>
  kind === 'channel' ? sql`t.channel_id = ${id}` : sql`t.org_id = ${id}`

const archivedOf = ({ kind, id }: KeyOwner) => ({
  table: requestArchive.name,
  owner: kind === 'channel' ? id : `-${id}`,
})

/** Rows of files as the database would give them. */
async function fromFiles(db: Db, rows: readonly ArchivedRow[]): Promise<OpenRequestRow[]> {
  const keyIds = [...new Set(rows.map((row) => row.api_key_id as string))]
  const keys = await sql<{ id: string; key: string }>`
    select id, key from api_key where id = any(${keyIds}::bigint[])`.execute(db)
  const names = new Map(keys.rows.map(({ id, key }) => [id, key]))
  return rows.map(
    ({ owner, channel_id, org_id, api_key_id, is_sandbox, is_repeat, ...row }) =>
      ({
        ...row,
        at: timeOfId(row.id),
        key: names.get(api_key_id as string),
        isSandbox: is_sandbox,
        isRepeat: is_repeat,
      }) as OpenRequestRow,
  )
}

/** What a request must be: as a condition of the database, and as one of files. */
type Condition = [here: RawBuilder<unknown>, filed: ArchiveFilter]

async function conditionsOf(db: Db, owner: KeyOwner, page: OpenRequestPage): Promise<Condition[]> {
  const { call, key, code, result, from, to } = page
  const found: Condition[] = [[ofOwner(owner), { owner: { $eq: BigInt(archivedOf(owner).owner) } }]]
  if (call) found.push([sql`t.call = ${call}`, { call: { $eq: call } }])
  if (key) {
    const { rows } = await sql<{ id: string }>`select id from api_key where key = ${key}`.execute(db)
    // Nothing has the id 0.
    const id = rows[0]?.id ?? '0'
    found.push([sql`t.api_key_id = ${id}`, { api_key_id: { $eq: BigInt(id) } }])
  }
  if (code) found.push([sql`t.code = ${code}`, { code: { $eq: code } }])
  if (result === 'answered') found.push([sql`t.code = '0000'`, { code: { $eq: '0000' } }])
  if (result === 'refused') found.push([sql`t.code <> '0000'`, { code: { $ne: '0000' } }])
  const ids = { from: from && timeIdAt(Date.parse(from)), to: to && timeIdAt(Date.parse(to)) }
  if (ids.from) found.push([sql`t.id >= ${ids.from}`, { id: { $gte: BigInt(ids.from) } }])
  if (ids.to) found.push([sql`t.id < ${ids.to}`, { id: { $lt: BigInt(ids.to) } }])
  return found
}

/** A page of the requests of a partner. A filter by time reads only the partitions and files of its days. */
export async function findPageOfRequests(
  db: Db,
  storage: Storage,
  owner: KeyOwner,
  page: OpenRequestPage,
): Promise<Page<OpenRequestRow>> {
  const conditions = await conditionsOf(db, owner, page)
  const found = await findArchivedPage<StoredRow | OpenRequestRow>(db, storage, {
    asked: { ...archivedOf(owner), from: page.from, to: page.to },
    query: {
      table: sql`open_request`,
      columns,
      joins,
      isPartitioned: true,
      where: conditions.map(([here]) => here),
      isDescending: page.sort.startsWith('-'),
      current: page.current,
      size: page.size,
    },
    filter: { $and: conditions.map(([, filed]) => filed) },
    fromFiles: (rows) => fromFiles(db, rows),
  })
  return { ...found, records: found.records.map((row) => ('bodies' in row ? shown(row) : row)) }
}
