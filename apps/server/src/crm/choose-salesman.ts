import { cityOf } from '@kabao/region'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Candidate, shareOut } from './assignment-share.ts'
import { type Colleague, prefers } from './candidates.ts'

/** What decides who gets a lead. */
export interface Offered {
  id: string
  cityCode: string | null
  source: string
}

/** Chooses who gets each lead of one pool, in memory, within the room of the salesmen. */
export interface Chooser {
  /** @param not who does not get it. @returns null if nobody can get it now */
  next(lead: Offered, not: ReadonlySet<string>): string | null
  /** Stores by how much each is below or above his share now. */
  save(write: Db): Promise<void>
}

/** The leads that nobody prefers have one share, those of each preferred city and source have shares of their own. */
const ruleOf = ({ cityCode, source }: Offered) =>
  `${cityCode ? (cityOf(cityCode) ?? cityCode) : ''}|${source}`

/** @param colleagues locked by the caller */
export async function createChooser(
  write: Db,
  poolId: string,
  colleagues: readonly Colleague[],
): Promise<Chooser> {
  const { rows } = await sql<{ rule: string; salesmanId: string; credit: number }>`
    select rule, salesman_id::text, credit from lead_credit where pool_id = ${poolId}`.execute(write)
  const key = (rule: string, id: string) => `${id} ${rule}`
  const credits = new Map(rows.map(({ rule, salesmanId, credit }) => [key(rule, salesmanId), credit]))
  const changed = new Map<string, { rule: string; id: string; credit: number }>()
  const room = new Map(colleagues.map(({ id, isHere, room }) => [id, isHere ? room : 0]))
  const share = (rule: string, among: readonly Colleague[]): string => {
    const candidates = among.map(
      ({ id, weight }): Candidate => ({ id, weight, credit: credits.get(key(rule, id)) ?? 0 }),
    )
    const { id, credits: after } = shareOut(candidates as [Candidate, ...Candidate[]])
    for (const [who, credit] of after) {
      credits.set(key(rule, who), credit)
      changed.set(key(rule, who), { rule, id: who, credit })
    }
    room.set(id, (room.get(id) ?? 0) - 1)
    return id
  }
  return {
    next(lead, not) {
      const able = colleagues.filter(({ id }) => (room.get(id) ?? 0) > 0 && !not.has(id))
      if (able.length === 0) return null
      const preferring = able.filter((colleague) => prefers(colleague, lead))
      return preferring.length > 0 ? share(ruleOf(lead), preferring) : share('', able)
    },
    async save(db) {
      const all = [...changed.values()]
      await sql`
        insert into lead_credit (pool_id, rule, salesman_id, credit)
        select ${poolId}, g.rule, g.id, g.credit from unnest(${all.map(({ rule }) => rule)}::text[], ${all.map(({ id }) => id)}::bigint[],
          ${all.map(({ credit }) => credit)}::integer[]) g (rule, id, credit) order by g.rule, g.id
        on conflict (pool_id, rule, salesman_id) do update set credit = excluded.credit`.execute(db)
    },
  }
}
