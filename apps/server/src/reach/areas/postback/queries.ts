import type { PostbackDetail, PostbackPage, PostbackRow } from '@kabao/contract/reach/postback'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import type { Vault } from '#platform/keys/vault'
import { hooksOf, type Owner } from '../../deliveries.ts'
import { secretsOf } from '../../hook.ts'
import { hookColumns, hookJoins } from '../../hook-rows.ts'

const columns = sql<PostbackRow>`${hookColumns}, t.channel_id as "channelId", channel.name as "channelName", t.events[1] as event,
  t.delay_seconds as "delaySeconds", t.part_percent as "partPercent", t.daily_cap as "dailyCap",
  t.template #>> '{request,method}' as method, t.template #>> '{request,url}' as url`

export const findPageOfPostbacks = (
  db: Db,
  { current, size, sort, id, name, channelId, event, isOn }: PostbackPage,
  owner: Owner,
): Promise<Page<PostbackRow>> =>
  findPage(db, {
    table: sql`hook`,
    joins: hookJoins,
    where: [
      ...hooksOf('postback', owner),
      ...(id ? [sql`t.id = ${id}`] : []),
      ...(name ? [sql`t.name ilike ${contains(name)}`] : []),
      ...(channelId ? [sql`t.channel_id = ${channelId}`] : []),
      ...(event ? [sql`${sql.lit(event)} = any(t.events)`] : []),
      ...(isOn === undefined ? [] : [sql`t.is_on = ${isOn}`]),
    ],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    columns,
    current,
    size,
  })

export async function findPostbacks(
  db: Db,
  vault: Vault,
  ids: readonly string[],
  owner: Owner,
): Promise<PostbackDetail[]> {
  const where = sql.join([sql`t.id = any(${ids}::bigint[])`, ...hooksOf('postback', owner)], sql` and `)
  const { rows } = await sql<Omit<PostbackDetail, 'secrets'> & { sealed: Buffer | null }>`
    select ${columns}, t.template, t.secrets_sealed as sealed from hook t ${hookJoins} where ${where}`.execute(
    db.withoutPlugins(),
  )
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    secrets: Object.keys(secretsOf(vault, { id: row.id, secretsSealed: sealed })),
  }))
}
