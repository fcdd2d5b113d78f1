import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { clickOf, sealClick } from '#users'

/** How long what came with the click of a visit is kept for a registration, in days. */
export const clickKeptDays = 30

interface Visitor {
  channelId: string
  visitorId: string
}

/** Keeps what came with the clicks of visits, of each visitor the last. */
export async function noteVisitClicks(
  write: Db,
  vault: Vault,
  visits: readonly (Visitor & { clickId?: string | undefined; extra?: Record<string, string> | undefined })[],
): Promise<void> {
  const last = new Map(
    visits.flatMap((visit) => {
      const click = clickOf(visit)
      return click
        ? [[`${visit.channelId} ${visit.visitorId}`, { ...visit, sealed: sealClick(vault, click) }] as const]
        : []
    }),
  )
  if (last.size === 0) return
  const rows = [...last.values()]
  await sql`
    insert into visit_click as c (channel_id, visitor_id, click_sealed)
    select * from unnest(${rows.map(({ channelId }) => channelId)}::bigint[], ${rows.map(({ visitorId }) => visitorId)}::text[],
      ${rows.map(({ sealed }) => sealed)}::bytea[]) g (channel_id, visitor_id, click_sealed)
    order by channel_id, visitor_id
    on conflict (channel_id, visitor_id) do update set click_sealed = excluded.click_sealed, at = now()`.execute(
    write,
  )
}

/** Takes what came with the clicks of visitors who register: it is theirs from now on. @returns it by channel and visitor */
export async function takeVisitClicks(write: Db, visitors: readonly Visitor[]): Promise<Map<string, Buffer>> {
  if (visitors.length === 0) return new Map()
  const { rows } = await sql<Visitor & { sealed: Buffer }>`
    with found as (
      select c.channel_id, c.visitor_id from visit_click c
      join unnest(${visitors.map(({ channelId }) => channelId)}::bigint[], ${visitors.map(({ visitorId }) => visitorId)}::text[])
        g (channel_id, visitor_id) on g.channel_id = c.channel_id and g.visitor_id = c.visitor_id
      order by c.channel_id, c.visitor_id for update of c
    )
    delete from visit_click c using found f where c.channel_id = f.channel_id and c.visitor_id = f.visitor_id
    returning c.channel_id as "channelId", c.visitor_id as "visitorId", c.click_sealed as sealed`.execute(
    write.withoutPlugins(),
  )
  return new Map(rows.map(({ channelId, visitorId, sealed }) => [`${channelId} ${visitorId}`, sealed]))
}
