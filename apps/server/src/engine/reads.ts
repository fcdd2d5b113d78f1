import { sql } from 'kysely'
import { sharedRead, sharedReadById } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { type Closed, closedAt, closings, type StoredClosing } from '#supply'
import { matchBlacklistForMany } from '#users'
import { interruptedOf } from './attempts.ts'
import { type CapUse, capUse } from './caps/claim.ts'
import { type Connection, readConnections } from './connection.ts'
import type { Engine } from './engine.ts'
import { type Person, readPeople } from './person.ts'
import { type Push, type PushKey, readPushes } from './push.ts'

/** A person with what keeps the person from organizations at this moment. */
export interface Subject {
  person: Person
  isBlacklisted: boolean
  /**
   * Days since the person last went to each organization; 0 while on the way. What surely failed does not count, and neither do
   * organizations that were only asked about the person.
   */
  daysSinceSent: ReadonlyMap<string, number>
}

/** What is left of plans and organizations at this moment: of each, only what is in use. */
export interface Usage {
  /** By plan. */
  used: ReadonlyMap<string, CapUse>
  /** What organizations can pay with, in fen; one without an account is not in the map. */
  available: ReadonlyMap<string, number>
  /** Of organizations that are not called, or only by a probe. */
  closed: ReadonlyMap<string, Closed>
}

/** What of plans and organizations somebody asks for. */
interface UsageQuestion {
  planIds: readonly string[]
  orgIds: readonly string[]
  /** In milliseconds since 1970. */
  at: number
}

/** Reads for one person each; those who ask at the same time share a statement. */
export interface Reads {
  /** The person, or null if the user was deleted. */
  person(userId: string): Promise<Person | null>
  /** A person with what keeps the person from organizations. */
  subject(person: Person): Promise<Subject>
  usage(question: UsageQuestion): Promise<Usage>
  push(key: PushKey): Promise<Push | null>
  /** Whether a submit of the push began and has no end: its instance was killed, or is very late. */
  isInterrupted(key: PushKey): Promise<boolean>
  /** How an organization is called; null if it has no template. */
  connection(orgId: string): Promise<Connection | null>
  stop(): Promise<void>
}

type ReadContext = Pick<Engine, 'db' | 'vault' | 'clock'>

/** Collects reads for a moment. Who reads in a transaction uses `readsIn`. */
export function createReads({ db, vault, clock }: ReadContext): Reads {
  const people = sharedReadById((ids) => readPeople(db, vault, ids))
  const subjects = sharedRead((all: readonly Person[]) => readSubjects({ db, vault }, all))
  const usages = sharedRead(async (questions: readonly UsageQuestion[]) => {
    const usage = await readUsage({ db, clock }, together(questions))
    return questions.map(() => usage)
  })
  const pushes = sharedRead(async (keys: readonly PushKey[]) => {
    const found = await readPushes(db, keys)
    return keys.map(({ pushId }) => found.get(pushId) ?? null)
  })
  const interrupted = sharedRead(async (keys: readonly PushKey[]) => {
    const found = await interruptedOf(db, keys)
    return keys.map(({ pushId }) => found.has(pushId))
  })
  const connections = sharedReadById((ids) => readConnections(db, vault, ids))
  return {
    person: people.add,
    subject: subjects.add,
    usage: usages.add,
    push: pushes.add,
    isInterrupted: interrupted.add,
    connection: connections.add,
    async stop() {
      await Promise.all(
        [people, subjects, usages, pushes, interrupted, connections].map((each) => each.stop()),
      )
    },
  }
}

/** Reads at once, on a connection or in a transaction of the caller. */
export const readsIn = ({ db, vault, clock }: ReadContext): Pick<Reads, 'subject' | 'usage'> => ({
  subject: async (person) => (await readSubjects({ db, vault }, [person]))[0] as Subject,
  usage: (question) => readUsage({ db, clock }, question),
})

const together = (questions: readonly UsageQuestion[]): UsageQuestion => ({
  planIds: [...new Set(questions.flatMap(({ planIds }) => planIds))],
  orgIds: [...new Set(questions.flatMap(({ orgIds }) => orgIds))],
  at: Math.max(...questions.map(({ at }) => at)),
})

/** People with what keeps them from organizations, in their order. */
export async function readSubjects(
  { db, vault }: { db: Db; vault: Vault },
  people: readonly Person[],
): Promise<Subject[]> {
  const listed = await matchBlacklistForMany(
    db,
    vault,
    people.map(({ phone, idNumber, device, ip }) => ({ phone, idNumber, device, ip })),
  )
  const sent = await readSent(db, people)
  return people.map((person, index) => ({
    person,
    isBlacklisted: (listed[index]?.size ?? 0) > 0,
    daysSinceSent: sent.get(person.id) ?? nobody,
  }))
}

const nobody: ReadonlyMap<string, number> = new Map()

/** A visitor comes as often as they like, and is charged once a day. */
const isVisitor = ({ flow }: Person) => flow === 'uv' || flow === 'city'

async function readSent(db: Db, people: readonly Person[]): Promise<Map<string, Map<string, number>>> {
  const asked = people.filter((person) => !isVisitor(person)).map(({ id }) => id)
  const sent = new Map<string, Map<string, number>>()
  if (asked.length === 0) return sent
  const { rows } = await sql<{ userId: string; orgId: string; days: number }>`
    select user_id as "userId", org_id as "orgId", days from days_since_sent(${asked}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  for (const { userId, orgId, days } of rows) {
    const own = sent.get(userId) ?? new Map<string, number>()
    sent.set(userId, own.set(orgId, days))
  }
  return sent
}

/** What is left of these plans and organizations, in one statement. */
export async function readUsage(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  { planIds, orgIds, at }: UsageQuestion,
): Promise<Usage> {
  const { rows } = await sql<{
    used: [planId: string, use: CapUse][]
    available: [orgId: string, fen: number][]
    closings: StoredClosing[]
  }>`select
    coalesce((select jsonb_agg(jsonb_build_array(u.id::text, to_jsonb(u) - 'id')) from (${capUse(planIds, at, clock())}) u), '[]') as used,
    coalesce((select jsonb_agg(jsonb_build_array(org_id::text, balance_fen - held_fen)) from org_account
      where org_id = any(${orgIds}::bigint[])), '[]') as available,
    coalesce((select jsonb_agg(to_jsonb(c)) from (${closings(orgIds)}) c), '[]') as closings`.execute(
    db.withoutPlugins(),
  )
  const [row] = rows
  return {
    used: new Map(row?.used),
    available: new Map(row?.available),
    closed: closedAt(row?.closings ?? [], at),
  }
}
