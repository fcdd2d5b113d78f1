import type { NoticePage, NoticeTargetRow } from '@kabao/contract/reach/notice'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import type { Vault } from '#platform/keys/vault'
import { targetHealth } from '../../hook-rows.ts'
import { secretsOf } from '../../notice/target.ts'

type Row = Omit<NoticeTargetRow, 'secrets'> & { secretsSealed: Buffer | null }

const columns = sql<Row>`t.id, t.kind, t.name, t.is_on as "isOn", t.kinds, t.language, t.quiet_from as "quietFrom", t.quiet_to as "quietTo",
  t.digest, t.role_id as "roleId", role.name as "roleName", t.host, t.port, t.security, t.account, t.sender, t.addresses,
  t.secrets_sealed as "secretsSealed", ${targetHealth(sql`'notice'`)}`

const joins = sql`left join delivery_target s on s.target = 'notice:' || t.id left join role on role.id = t.role_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** A target with the names of its secrets, not their values. */
const shown =
  (vault: Vault) =>
  ({ secretsSealed, ...row }: Row): NoticeTargetRow =>
    Object.assign(row, {
      secrets: Object.keys(secretsOf(vault, { id: row.id, secretsSealed })) as NoticeTargetRow['secrets'],
    })

export async function findPageOfTargets(
  db: Db,
  vault: Vault,
  { current, size, sort, id, name, kind, about, isOn }: NoticePage,
) {
  const { records, ...rest } = await findPage<Row>(db, {
    table: sql`notice_target`,
    joins,
    where: [
      ...(id ? [sql`t.id = ${id}`] : []),
      ...(name ? [sql`t.name ilike ${contains(name)}`] : []),
      ...(kind ? [sql`t.kind = ${sql.lit(kind)}`] : []),
      ...(about ? [sql`${sql.lit(about)} = any(t.kinds)`] : []),
      ...(isOn === undefined ? [] : [sql`t.is_on = ${isOn}`]),
    ],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    columns,
    current,
    size,
  })
  return Object.assign(rest, { records: records.map(shown(vault)) })
}

export async function findTargets(db: Db, vault: Vault, ids: readonly string[]): Promise<NoticeTargetRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from notice_target t ${joins} where t.id = any(${ids}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return rows.map(shown(vault))
}
