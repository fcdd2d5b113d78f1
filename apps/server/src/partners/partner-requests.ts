import type { ParamsOf } from '@kabao/contract'
import type { OpenRequestCalls, OpenRequestPage, OpenRequestRow } from '@kabao/contract/partners/open-request'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { findLiveKey } from './api-keys/find.ts'
import type { Owners } from './api-keys/handlers.ts'
import type { KeyOwner } from './api-keys/owner.ts'
import { unpackBodies } from './request-bodies.ts'
import { canonicalText } from './signature/canonical.ts'
import { firstDifference } from './signature/difference.ts'
import { verifySignature } from './signature/verify.ts'

type Asked = { db: Db; params: ParamsOf<OpenRequestCalls['requests']>; caller: Caller }

/** Handles the endpoints of `partnerRequestEndpoints`. */
export function partnerRequestHandlers(
  { vault }: Pick<Services, 'vault'>,
  { kind, find }: Owners,
): Handlers<OpenRequestCalls> {
  const ownerOf = async ({ db, params, caller }: Asked): Promise<KeyOwner> => {
    if ((await find(db, params.id, caller)) === null) throw notFound()
    return { kind, id: params.id }
  }
  return {
    requests: async (call) => findPageOfRequests(call.db, await ownerOf(call), call.body),

    request: async (call) => {
      const { db, params } = call
      const { rows } = await sql<StoredRow>`select ${columns} from open_request t ${joins}
        where t.id = ${params.requestId} and ${ofOwner(await ownerOf(call))}`.execute(db.withoutPlugins())
      if (!rows[0]) throw notFound()
      return shown(rows[0])
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

/** A page of the requests of a partner. A filter by time reads only the partitions of its days. */
export async function findPageOfRequests(
  db: Db,
  owner: KeyOwner,
  page: OpenRequestPage,
): Promise<Page<OpenRequestRow>> {
  const where: RawBuilder<unknown>[] = [ofOwner(owner)]
  if (page.call) where.push(sql`t.call = ${page.call}`)
  if (page.key) where.push(sql`t.api_key_id = (select o.id from api_key o where o.key = ${page.key})`)
  if (page.code) where.push(sql`t.code = ${page.code}`)
  if (page.result) where.push(page.result === 'answered' ? sql`t.code = '0000'` : sql`t.code <> '0000'`)
  if (page.from) where.push(sql`t.id >= time_id_at(${page.from}::timestamptz)`)
  if (page.to) where.push(sql`t.id < time_id_at(${page.to}::timestamptz)`)
  const found = await findPage<StoredRow>(db, {
    table: sql`open_request`,
    columns,
    joins,
    isPartitioned: true,
    where,
    key: sql`t.id`,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
  return { ...found, records: found.records.map(shown) }
}
