import { type BodyOf, codes } from '@kabao/contract'
import type { userCalls } from '@kabao/contract/intake/user'
import { sql } from 'kysely'
import { addStep } from '#engine'
import { noteResults } from '#ledger'
import { type CheckKeys, hashColumns } from '#partners'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { matchBlacklistForMany } from '#users'
import { isAttributed } from './attribution.ts'
import type { Partner } from './caller.ts'
import { capReached, giveBackUses, grantUses, lockUses } from './day-use.ts'
import { columnsOfProfile } from './profile.ts'

/** A registration by a channel. */
export interface Registration {
  partner: Partner
  body: BodyOf<typeof userCalls.user>
}
type Outcome = { id: string; isNew: boolean } | Problem

interface Existing {
  id: string
  phone: string
  channelId: string | null
  isAttributed: boolean
}

export interface RegisterServices {
  vault: Vault
  settings: Settings
  checkKeys: CheckKeys
}

/**
 * Registers users, in the caller's transaction. The phone decides: whoever is known already stays the same user, and moves to the
 * channel if the phone no longer belongs to another one.
 * @returns the outcome of each registration, in their order
 */
export async function registerUsers(
  write: Db,
  services: RegisterServices,
  all: readonly Registration[],
): Promise<Outcome[]> {
  const { vault, settings, checkKeys } = services
  const outcomes: (Outcome | null)[] = await blacklisted(write, vault, all)
  const open = () => all.map((_, at) => at).filter((at) => outcomes[at] === null)
  // Locked first, so that a phone that another instance registers under the same cap is known here and not counted twice.
  const day = businessDay(settings)
  const register = { use: 'register', day } as const
  await lockUses(
    write,
    register,
    all.flatMap(({ partner }) => (partner.dailyCap === null ? [] : [partner.key.owner.id])),
  )
  const existing = await findByPhone(
    write,
    settings,
    open().map((at) => phoneAt(all, at)),
  )
  const seen = new Set<string>()
  const added: number[] = []
  const moved: number[] = []
  for (const at of open()) {
    const { partner, body } = all[at] as Registration
    const user = existing.get(body.phone)
    if (user && (user.channelId === partner.key.owner.id || user.isAttributed)) {
      outcomes[at] = belonging(user, partner)
    } else if (!seen.has(body.phone)) {
      seen.add(body.phone)
      if (user) moved.push(at)
      else added.push(at)
    }
  }

  // Only new users and moves count, and of several registrations of a phone only the first.
  const counted = [...added, ...moved].sort((a, b) => a - b)
  const granted = await grantUses(write, register, wantedOf(all, counted))
  for (const at of counted) {
    const { partner } = all[at] as Registration
    const left = granted.get(partner.key.owner.id)
    if (left === undefined) continue
    granted.set(partner.key.owner.id, left - 1)
    if (left <= 0) outcomes[at] = capReached(settings, day)
  }

  const keys = await checkKeys.live()
  const toAdd = added.filter((at) => outcomes[at] === null)
  const ids = await insertUsers(
    write,
    toAdd.map((at) => rowOf(vault, all[at] as Registration, keys)),
  )
  for (const at of toAdd) {
    const id = ids.get(phoneAt(all, at))
    if (id !== undefined) outcomes[at] = { id, isNew: true }
  }
  const toMove = moved.filter((at) => outcomes[at] === null)
  const movedIds = await moveUsers(
    write,
    settings,
    toMove.map((at) => ({
      user: existing.get(phoneAt(all, at)) as Existing,
      toChannelId: (all[at] as Registration).partner.key.owner.id,
    })),
  )
  for (const at of toMove) {
    const { id } = existing.get(phoneAt(all, at)) as Existing
    if (movedIds.has(id)) outcomes[at] = { id, isNew: false }
  }
  await addStep(
    write,
    [...ids.values(), ...movedIds].map((userId) => ({ userId, kind: 'screen' })),
  )
  const done = [...toAdd, ...toMove].flatMap((at) => {
    const outcome = outcomes[at]
    const channelId = (all[at] as Registration).partner.key.owner.id
    return outcome && !(outcome instanceof Problem) ? [{ channelId, id: outcome.id, businessDay: day }] : []
  })
  await noteResults(write, 'registration', done)

  // The rest follows another registration of the same phone, in this batch or on another instance.
  const lost = [...toAdd, ...toMove].filter((at) => outcomes[at] === null)
  await giveBackUses(write, register, countsOf(all, lost))
  const rest = open()
  const others =
    rest.length === 0
      ? []
      : await registerUsers(
          write,
          services,
          rest.map((at) => all[at] as Registration),
        )
  rest.forEach((at, nth) => {
    outcomes[at] = others[nth] as Outcome
  })
  return outcomes as Outcome[]
}

const phoneAt = (all: readonly Registration[], at: number): string => (all[at] as Registration).body.phone

const belonging = (user: Existing, partner: Partner): Outcome =>
  user.channelId === partner.key.owner.id
    ? { id: user.id, isNew: false }
    : new Problem(codes.conflict, 'otherChannels')

async function blacklisted(
  write: Db,
  vault: Vault,
  all: readonly Registration[],
): Promise<(Problem | null)[]> {
  const found = await matchBlacklistForMany(
    write,
    vault,
    all.map(({ body: { phone, idNumber = null, device = null, ip = null } }) => ({
      phone,
      idNumber,
      device,
      ip,
    })),
  )
  return found.map((kinds) => (kinds.size > 0 ? new Problem(codes.forbidden, 'onBlacklist') : null))
}

async function findByPhone(
  write: Db,
  settings: Settings,
  phones: readonly string[],
): Promise<Map<string, Existing>> {
  if (phones.length === 0) return new Map()
  const { rows } = await sql<Existing>`
    select id, phone, channel_id as "channelId", channel_id is not null and ${isAttributed(settings.get('open.attributionDays'))}
      as "isAttributed" from "user" where phone = any(${phones}::text[])`.execute(write)
  return new Map(rows.map((user) => [user.phone, user]))
}

/** How many registrations the channels with a daily cap ask for. */
function wantedOf(all: readonly Registration[], counted: readonly number[]) {
  const caps = new Map(all.map(({ partner }) => [partner.key.owner.id, partner.dailyCap]))
  return [...countsOf(all, counted)].flatMap(([channelId, count]) => {
    const most = caps.get(channelId) ?? null
    return most === null ? [] : [{ channelId, count, most }]
  })
}

function countsOf(all: readonly Registration[], places: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const at of places) {
    const { id } = (all[at] as Registration).partner.key.owner
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

function rowOf(vault: Vault, { partner, body }: Registration, keys: Awaited<ReturnType<CheckKeys['live']>>) {
  const { phone, cityCode, visitorId, ip, userAgent, device, ...profile } = body
  const { columns, isComplete } = columnsOfProfile(vault, profile)
  return {
    phone,
    channelId: partner.key.owner.id,
    flow: partner.flow,
    cityCode: cityCode ?? null,
    visitorId: visitorId ?? null,
    ip: ip ?? null,
    userAgent: userAgent ?? null,
    device: device ?? null,
    ...columns,
    status: isComplete ? ('profiled' as const) : ('registered' as const),
    profiledAt: isComplete ? sql<string>`now()` : null,
    ...hashColumns(keys, phone),
  }
}

/** @returns the ids of those that were not there yet, by phone */
async function insertUsers(
  write: Db,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const made = await write
    .insertInto('user')
    // All batches insert in the same order, so that two of them never wait for each other.
    .values([...rows].sort((a, b) => (a.phone < b.phone ? -1 : 1)))
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning(['id', 'phone'])
    .execute()
  return new Map(made.map(({ id, phone }) => [phone as string, id]))
}

/** Moves users to another channel, unless somebody else has done so since. @returns the ids of the moved users */
async function moveUsers(
  write: Db,
  settings: Settings,
  moves: readonly { user: Existing; toChannelId: string }[],
): Promise<Set<string>> {
  if (moves.length === 0) return new Set()
  const { rows } = await sql<{ userId: string }>`
    with given as (
      select * from unnest(${moves.map(({ user }) => user.id)}::bigint[], ${moves.map(({ user }) => user.channelId)}::bigint[],
        ${moves.map(({ toChannelId }) => toChannelId)}::bigint[]) g (user_id, from_id, to_id)
    ), locked as (
      select u.id, g.from_id, g.to_id from "user" u join given g on g.user_id = u.id
      where u.channel_id is not distinct from g.from_id and u.status <> 'deleted'
        and (u.channel_id is null or not ${isAttributed(settings.get('open.attributionDays'))})
      order by u.id for no key update of u
    ), moved as (
      update "user" u set channel_id = l.to_id, attributed_at = now(), updated_at = now(), version = u.version + 1
      from locked l where u.id = l.id
    )
    insert into user_move (user_id, from_channel_id, to_channel_id)
    select id, from_id, to_id from locked returning user_id as "userId"`.execute(write)
  return new Set(rows.map(({ userId }) => userId))
}
