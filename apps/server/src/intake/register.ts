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
import { clickOf, matchBlacklistForMany, sealClick, storeClicks } from '#users'
import { isAttributed } from './attribution.ts'
import type { Partner } from './caller.ts'
import { capReached, countTold, giveBackUses, grantUses, lockUses } from './day-use.ts'
import { columnsOfProfile } from './profile.ts'
import { takeVisitClicks } from './visit-click.ts'

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

/** A registration on its way: what is known of it, and its outcome once that is decided. */
interface Candidate {
  registration: Registration
  channelId: string
  phone: string
  /** The user who has the phone, if there is one. */
  existing: Existing | undefined
  outcome: Outcome | null
}

export interface RegisterServices {
  vault: Vault
  settings: Settings
  checkKeys: CheckKeys
}

const undecided = (candidates: readonly Candidate[]) => candidates.filter(({ outcome }) => outcome === null)

/**
 * Registers users, in the caller's transaction. The phone decides: whoever is known already stays the same user, and moves to the
 * channel if the phone no longer belongs to another one. A refusal that says something about a person counts as a check.
 * @returns the outcome of each registration, in their order
 */
export async function registerUsers(
  write: Db,
  services: RegisterServices,
  all: readonly Registration[],
): Promise<Outcome[]> {
  const { settings } = services
  const outcomes = await decide(write, services, all)
  return countTold(
    write,
    settings,
    businessDay(settings),
    outcomes.map((outcome, nth) => ({
      channelId: (all[nth] as Registration).partner.key.owner.id,
      outcome,
      isTelling: outcome instanceof Problem && outcome.code !== codes.tooManyRequests,
    })),
  )
}

async function decide(
  write: Db,
  services: RegisterServices,
  all: readonly Registration[],
): Promise<Outcome[]> {
  const { vault, settings, checkKeys } = services
  const candidates = candidatesOf(all)
  // Locked first, so that a phone that another instance registers under the same cap is known here and not counted twice.
  const day = businessDay(settings)
  const register = { use: 'register', day } as const
  const capped = candidates.filter(({ registration }) => registration.partner.dailyCap !== null)
  const used = await lockUses(
    write,
    register,
    capped.map(({ channelId }) => channelId),
  )
  await findExisting(write, settings, candidates)
  // Of those who are not its own, a channel without anything left of its cap is told nothing.
  for (const candidate of capped) {
    const { channelId, existing, registration } = candidate
    if (
      existing?.channelId !== channelId &&
      (used.get(channelId) ?? 0) >= (registration.partner.dailyCap ?? 0)
    )
      candidate.outcome = capReached(settings, day)
  }
  await refuseBlacklisted(write, vault, undecided(candidates))
  decideBelonging(undecided(candidates))

  // Only new users and moves count, and of several registrations of a phone only the first.
  const counted = firstOfEachPhone(undecided(candidates))
  const granted = await grantUses(write, register, wantedOf(counted))
  for (const candidate of counted) {
    const left = granted.get(candidate.channelId)
    if (left === undefined) continue
    granted.set(candidate.channelId, left - 1)
    if (left <= 0) candidate.outcome = capReached(settings, day)
  }

  const admitted = undecided(counted)
  const keys = await checkKeys.live()
  await insertUsers(
    write,
    admitted.filter(({ existing }) => !existing),
    ({ registration }) => rowOf(vault, registration, keys),
  )
  await moveUsers(write, settings, admitted)
  const registered = admitted.flatMap(({ channelId, outcome }) =>
    outcome && !(outcome instanceof Problem) ? [{ channelId, id: outcome.id, businessDay: day }] : [],
  )
  await addStep(
    write,
    registered.map(({ id }) => ({ userId: id, kind: 'screen' })),
  )
  await noteResults(write, 'registration', registered)
  await keepClicks(write, vault, admitted)

  // The rest follows another registration of the same phone, in this batch or on another instance.
  await giveBackUses(write, register, countsOf(undecided(admitted)))
  const rest = undecided(candidates)
  if (rest.length > 0) {
    const others = await decide(
      write,
      services,
      rest.map(({ registration }) => registration),
    )
    for (const [index, candidate] of rest.entries()) candidate.outcome = others[index] as Outcome
  }
  return candidates.map(({ outcome }) => outcome as Outcome)
}

const candidatesOf = (all: readonly Registration[]): Candidate[] =>
  all.map((registration) => ({
    registration,
    channelId: registration.partner.key.owner.id,
    phone: registration.body.phone,
    existing: undefined,
    outcome: null,
  }))

async function refuseBlacklisted(write: Db, vault: Vault, candidates: readonly Candidate[]): Promise<void> {
  const found = await matchBlacklistForMany(
    write,
    vault,
    candidates.map(({ registration: { body } }) => {
      const { phone, idNumber = null, device = null, ip = null } = body
      return { phone, idNumber, device, ip }
    }),
  )
  for (const [nth, candidate] of candidates.entries())
    if ((found[nth]?.size ?? 0) > 0) candidate.outcome = new Problem(codes.forbidden, 'onBlacklist')
}

/** Finds the users who have the phones. */
async function findExisting(write: Db, settings: Settings, candidates: readonly Candidate[]): Promise<void> {
  if (candidates.length === 0) return
  const { rows } = await sql<Existing>`
    select id, phone, channel_id as "channelId", channel_id is not null and ${isAttributed(settings.get('open.attributionDays'))}
      as "isAttributed" from "user" where phone = any(${candidates.map(({ phone }) => phone)}::text[])`.execute(
    write,
  )
  const byPhone = new Map(rows.map((user) => [user.phone, user]))
  for (const candidate of candidates) candidate.existing = byPhone.get(candidate.phone)
}

/** Users who are the channel's already stay as they are; those of another channel are refused. */
function decideBelonging(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { existing, channelId } = candidate
    if (existing?.channelId === channelId) candidate.outcome = { id: existing.id, isNew: false }
    else if (existing?.isAttributed) candidate.outcome = new Problem(codes.conflict, 'otherChannels')
  }
}

function firstOfEachPhone(candidates: readonly Candidate[]): Candidate[] {
  const first = new Map<string, Candidate>()
  for (const candidate of candidates) if (!first.has(candidate.phone)) first.set(candidate.phone, candidate)
  return [...first.values()]
}

/** How many registrations the channels with a daily cap ask for. */
function wantedOf(candidates: readonly Candidate[]) {
  const caps = new Map(
    candidates.map(({ channelId, registration }) => [channelId, registration.partner.dailyCap]),
  )
  return [...countsOf(candidates)].flatMap(([channelId, count]) => {
    const most = caps.get(channelId) ?? null
    return most === null ? [] : [{ channelId, count, most }]
  })
}

function countsOf(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { channelId } of candidates) counts.set(channelId, (counts.get(channelId) ?? 0) + 1)
  return counts
}

function rowOf(vault: Vault, { partner, body }: Registration, keys: Awaited<ReturnType<CheckKeys['live']>>) {
  const { phone, cityCode, visitorId, ip, userAgent, device, clickId: _, extra: _extra, ...profile } = body
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

/** Keeps what came with the click of those who are new in a channel: as they sent it, or as their visit did. */
async function keepClicks(write: Db, vault: Vault, candidates: readonly Candidate[]): Promise<void> {
  const visited = await takeVisitClicks(
    write,
    candidates.flatMap(({ channelId, registration: { body } }) =>
      body.visitorId === undefined ? [] : [{ channelId, visitorId: body.visitorId }],
    ),
  )
  await storeClicks(
    write,
    candidates.flatMap(({ channelId, outcome, registration: { body } }) => {
      if (!outcome || outcome instanceof Problem) return []
      const click = clickOf(body)
      const sealed = click ? sealClick(vault, click) : visited.get(`${channelId} ${body.visitorId}`)
      return sealed ? [{ userId: outcome.id, sealed }] : []
    }),
  )
}

/** Inserts the users who are new; whoever another instance has inserted meanwhile stays undecided. */
async function insertUsers(
  write: Db,
  candidates: readonly Candidate[],
  row: (candidate: Candidate) => ReturnType<typeof rowOf>,
): Promise<void> {
  if (candidates.length === 0) return
  const inserted = await write
    .insertInto('user')
    // All batches insert in the same order, so that two of them never wait for each other.
    .values(candidates.map(row).sort((a, b) => (a.phone < b.phone ? -1 : 1)))
    // Without columns, because no index on the phone alone is unique where people are divided (decision 125).
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'phone'])
    .execute()
  const ids = new Map(inserted.map(({ id, phone }) => [phone, id]))
  for (const candidate of candidates) {
    const id = ids.get(candidate.phone)
    if (id !== undefined) candidate.outcome = { id, isNew: true }
  }
}

/** Moves users to another channel; whomever somebody else has moved since stays undecided. */
async function moveUsers(write: Db, settings: Settings, candidates: readonly Candidate[]): Promise<void> {
  const moves = candidates.flatMap((candidate) =>
    candidate.existing ? [{ candidate, user: candidate.existing }] : [],
  )
  if (moves.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    with given as (
      select * from unnest(${moves.map(({ user }) => user.id)}::bigint[], ${moves.map(({ user }) => user.channelId)}::bigint[],
        ${moves.map(({ candidate }) => candidate.channelId)}::bigint[]) g (user_id, from_id, to_id)
    ), locked as (
      select u.id, g.from_id, g.to_id from "user" u join given g on g.user_id = u.id
      where u.channel_id is not distinct from g.from_id and u.status <> 'deleted'
        and (u.channel_id is null or not ${isAttributed(settings.get('open.attributionDays'))})
      order by u.id for no key update of u
    ), moved as (
      update "user" u set channel_id = l.to_id, source = 'channel', attributed_at = now(), updated_at = now(), version = u.version + 1
      from locked l where u.id = l.id
    )
    insert into user_move (user_id, from_channel_id, to_channel_id)
    select id, from_id, to_id from locked returning user_id as "userId"`.execute(write)
  const moved = new Set(rows.map(({ userId }) => userId))
  for (const { candidate, user } of moves)
    if (moved.has(user.id)) candidate.outcome = { id: user.id, isNew: false }
}
