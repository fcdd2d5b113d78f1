import { join } from 'node:path'
import { type BusinessClock, endOfDay, startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { ComparedPart } from '#platform/imports/guesses'
import { comparedParts } from '#platform/imports/rows'
import type { Vault } from '#platform/keys/vault'
import { keepDifferences, noCounts } from './differences.ts'
import { nameKeyed } from './phone-hashes.ts'
import type { Outcome, Run, WrongRow } from './runs.ts'

/** The entry file of the process that reads a list. */
export const orgListReader = join(import.meta.dirname, 'org-list.reader.ts')

/** How long before its answer a push may have been sent, in days. */
const longestPush = 40

/** A difference keeps the hash with which it was found first. */
const refOf = (orgId: string) => sql`coalesce((select d.ref from difference d
  where d.kind = 'orgList' and d.owner_id = ${orgId}::bigint and d.item = 'push'
    and d.ref = any(string_to_array(staged ->> 'earlierRefs', ',')) limit 1), staged ->> 'ref')`

interface Comparing {
  clock: BusinessClock
  vault: Vault
  count(parts: AsyncIterable<ComparedPart>): Promise<void>
}

/**
 * Compares the list of an organization, whose rows are staged, with the pushes that it accepted on these days, in the caller's
 * transaction. A row names a push by the organization's number or by ours, or a person by the phone or a hash of it, with or without a
 * secret of the organization; of several pushes
 * of one person it means the one that was accepted, and of those the one of these days.
 * @param count counts who is compared, before anything is told of it
 */
export async function compareOrgList(
  write: Db,
  run: Run,
  { clock, vault, count }: Comparing,
  read: { wrong: number; wrongRows: WrongRow[] },
): Promise<Outcome & { added: number }> {
  const instant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
  const from = instant(startOfDay(run.day, clock))
  const to = instant(endOfDay(run.toDay, clock))
  await sql`
    create temp table ours on commit drop as
    select p.id, p.user_id, p.channel_id, p.status, p.price_fen, p.external_id, u.phone,
      p.responded_at >= ${from} and p.responded_at < ${to} as is_within,
      encode(sha256(convert_to(u.phone, 'UTF8')), 'hex') as sha256, md5(u.phone) as md5
    from push_record p join "user" u on u.id = p.user_id
    where p.org_id = ${run.orgId} and p.id < time_id_at(${to})
      and p.id >= time_id_at(${from} - make_interval(days => ${longestPush}))`.execute(write)
  await sql`
    create temp table listed on commit drop as
    select line, staged ->> 'kind' as kind, staged ->> 'value' as value, staged ->> 'outcome' as outcome,
      (staged ->> 'amount')::bigint as fen, ${refOf(run.orgId as string)} as ref, staged ->> 'shown' as shown,
      mask, print
    from staged_row where state = 'new'`.execute(write)
  for (const table of ['ours', 'listed']) await sql`analyze ${sql.table(table)}`.execute(write)
  const unknown = await nameKeyed(write, vault, run.orgId as string)
  // Each side is joined by one column at a time, so that no join compares every row with every other.
  await sql`
    create temp table named on commit drop as
    select distinct on (line) line, id, user_id, channel_id, status, price_fen from (
      select l.line, o.* from listed l join ours o on l.kind = 'number' and o.external_id = l.value
      union all select l.line, o.* from listed l join ours o
        on l.kind = 'number' and o.id = case when l.value ~ '^p?[1-9][0-9]{0,17}$' then ltrim(l.value, 'p')::bigint end
      union all select l.line, o.* from listed l join ours o on l.kind = 'phone' and o.phone = l.value
      union all select l.line, o.* from listed l join ours o on l.kind = 'md5' and o.md5 = l.value
      union all select l.line, o.* from listed l join ours o on l.kind = 'sha256' and o.sha256 = l.value
      union all select l.line, o.* from listed l join keyed k on k.value = l.value join ours o on o.phone = k.phone
    ) n order by line, (status in ('accepted', 'returned')) desc, is_within desc, id desc`.execute(write)
  const compared = sql`(select l.line, case when l.mask = 'hash' and n.line is not null then 'hash known' else l.mask end as mask,
    l.print from listed l left join named n using (line))`
  await count(comparedParts(write, compared))
  if (unknown) throw unknown
  const found = sql`
    select 'push' as item, coalesce(n.id::text, l.ref) as ref, case when n.id is null then l.shown else 'p' || n.id end as shown,
      case when n.id is null then 'missingHere' when (l.outcome = 'accepted') <> (n.status = 'accepted') then 'status'
        else 'amount' end as gap,
      ${run.day}::date as day, ${run.orgId}::bigint as org_id, null::bigint as collection_id, n.channel_id, n.user_id,
      n.id::text as ours_id, case when n.status = 'accepted' then n.price_fen::bigint when n.id is not null then 0 end as ours_fen,
      case when l.outcome = 'accepted' then coalesce(l.fen, n.price_fen) else 0 end as theirs_fen,
      n.status as ours_status, l.outcome as theirs_status, ${noCounts}
    from (select distinct on (coalesce(n.id::text, l.ref)) l.* from listed l left join named n using (line)
      order by coalesce(n.id::text, l.ref), l.line) l
    left join named n using (line)
    where case when n.id is null then l.outcome = 'accepted'
      else (l.outcome = 'accepted') <> (n.status = 'accepted')
        or (l.outcome = 'accepted' and l.fen is not null and l.fen <> n.price_fen) end
    union all
    select 'push', o.id::text, 'p' || o.id, 'missingThere', ${run.day}::date, ${run.orgId}::bigint, null, o.channel_id, o.user_id,
      o.id::text, o.price_fen, null, o.status, null, ${noCounts}
    from ours o where o.is_within and o.status = 'accepted' and not exists (select from named n where n.id = o.id)`
  const { added, ...gaps } = await keepDifferences(write, {
    kind: 'orgList',
    ownerId: run.orgId as string,
    reconcileId: run.id,
    found,
    scope: sql`d.reconcile_id = ${run.id}`,
  })
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from listed`.execute(write)
  const lines = rows[0]?.lines ?? 0
  const matched = Math.max(0, lines - gaps.missingHere - gaps.amount - gaps.status)
  return { ...read, lines: lines + read.wrong, matched, gaps, added }
}
