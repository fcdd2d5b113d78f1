import type { Endpoint, ParamsOf } from '@kabao/contract'
import type { OpenRequestPage, OpenRequestRow, openRequestEndpoints } from '@kabao/contract/open-request'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'
import { findPage, type Page } from '#db/page'
import { notFound } from '#http/problem'
import type { Handlers } from '#http/serve'
import { findLiveKey } from '../api-keys/find.ts'
import type { Owners } from '../api-keys/handlers.ts'
import type { KeyOwner } from '../api-keys/owner.ts'
import type { Services } from '../services.ts'
import { canonicalText } from '../signature/canonical.ts'
import { firstDifference } from '../signature/difference.ts'
import { verifySignature } from '../signature/verify.ts'

type Made = ReturnType<typeof openRequestEndpoints<`/${string}`>>
type Place = 'area' | 'name' | 'access' | 'point' | 'lists' | 'affects' | 'owned'
type OpenRequestCalls = {
  [K in keyof Made]: Omit<Made[K], Place> & Omit<Pick<Endpoint, Place>, 'access'> & { access: 'point' }
}
type Asked = { db: Db; params: ParamsOf<Made['requests']>; caller: Caller }

/** Handles the endpoints of `openRequestEndpoints`. */
export function openRequestHandlers(
  { vault }: Pick<Services, 'vault'>,
  { kind, nameOf }: Owners,
): Handlers<OpenRequestCalls> {
  const ownerOf = async ({ db, params, caller }: Asked): Promise<KeyOwner> => {
    if ((await nameOf(db, params.id, caller)) === null) throw notFound()
    return { kind, id: params.id }
  }
  return {
    requests: async (ask) => findPageOfRequests(ask.db, await ownerOf(ask), ask.body),

    compareSignature: async (ask) => {
      const owner = await ownerOf(ask)
      const { key, body, theirs, ...sent } = ask.body
      const found = await findLiveKey(ask.db, vault, key)
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

const columns = sql`t.id, time_of_id(t.id) as at, t.call, t.path, t.code, t.fault, t.is_sandbox as "isSandbox",
  t.is_repeat as "isRepeat", t.ms, t.ip, t.request, t.answer`

/** A page of the requests of a partner. A filter by time reads only the partitions of its days. */
function findPageOfRequests(
  db: Db,
  { kind, id }: KeyOwner,
  page: OpenRequestPage,
): Promise<Page<OpenRequestRow>> {
  const where: RawBuilder<unknown>[] = [
    kind === 'channel' ? sql`t.channel_id = ${id}` : sql`t.org_id = ${id}`,
  ]
  if (page.call) where.push(sql`t.call = ${page.call}`)
  if (page.result) where.push(page.result === 'answered' ? sql`t.code = '0000'` : sql`t.code <> '0000'`)
  if (page.from) where.push(sql`t.id >= time_id_at(${page.from}::timestamptz)`)
  if (page.to) where.push(sql`t.id < time_id_at(${page.to}::timestamptz)`)
  return findPage(db, {
    table: sql`open_request`,
    columns,
    where,
    key: sql`t.id`,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
}
