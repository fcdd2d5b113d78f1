import type { PreviousSecret } from '@kabao/contract/partners/previous-secret'
import { receivingSecretsOf } from '@kabao/contract/partners/receiving-secrets'
import { type ConnectionTemplate, connectionTemplate } from '@kabao/contract/partners/template'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { type RawBuilder, sql } from 'kysely'
import { changeWaits } from '#ledger'
import { forgetOthers, isSame, keepPrevious, secretPurpose as place, shownPreviousOf } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { List } from '../lists.ts'

export interface StoredTemplate {
  template: ConnectionTemplate
  version: number
  overrideReason: string | null
  overriddenBy: string | null
  updatedBy: string | null
  updatedAt: string
  trialAnsweredAt: string | null
}

/** Whether an organization of this list exists. @param lock keeps it until the transaction ends */
export async function hasOrg(db: Db, { only }: List, id: string, lock: boolean): Promise<boolean> {
  const { rows } = await sql`select from org t where ${sql.join([sql`t.id = ${id}`, ...only], sql` and `)}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows.length > 0
}

const instantOf = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The saved template of an organization; null if there is none. */
export async function findTemplate(db: Db, orgId: string): Promise<StoredTemplate | null> {
  const { rows } = await sql<StoredTemplate>`
    select t.template, t.version, t.override_reason as "overrideReason", accepter.name as "overriddenBy",
      changer.name as "updatedBy", ${instantOf(sql`t.updated_at`)} as "updatedAt",
      ${instantOf(sql`t.trial_answered_at`)} as "trialAnsweredAt"
    from org_template t left join admin accepter on accepter.id = t.overridden_by
      left join admin changer on changer.id = t.updated_by
    where t.org_id = ${orgId}`.execute(db)
  const [row] = rows
  // The schema restores the order of the keys, which the database does not keep.
  return row ? { ...row, template: connectionTemplate.parse(row.template) } : null
}

/** Notes that a trial of this version got an answer that it could read. */
export async function noteTrial(db: Db, orgId: string, version: number): Promise<void> {
  await sql`update org_template set trial_answered_at = now() where org_id = ${orgId} and version = ${version}`.execute(
    db,
  )
}

/** What the console shows of it. */
export async function viewOf(db: Db, orgId: string): Promise<OrgTemplate> {
  const [stored, secrets] = [await findTemplate(db, orgId), await namesOfSecrets(db, orgId)]
  const previousSecrets = await previousOf(db, orgId)
  const shown = { secrets, previousSecrets, isWaiting: await isTemplateWaiting(db, orgId) }
  if (!stored) {
    const none = { override: null, updatedBy: null, updatedAt: null, trialAnsweredAt: null }
    return { template: null, version: 0, ...shown, ...none }
  }
  const { overrideReason, overriddenBy, ...rest } = stored
  const override = overrideReason === null ? null : { reason: overrideReason, by: overriddenBy }
  return { ...rest, ...shown, override }
}

async function isTemplateWaiting(db: Db, orgId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select ${changeWaits('orgTemplate', sql`${orgId}::bigint`)} as waits`.execute(db)
  return rows[0]?.waits === true
}

export async function namesOfSecrets(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from org_secret where org_id = ${orgId} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function previousOf(db: Db, orgId: string): Promise<PreviousSecret[]> {
  const { rows } = await sql<{ shown: PreviousSecret[] }>`
    select ${shownPreviousOf('org', sql`${orgId}::bigint`)} as shown`.execute(db.withoutPlugins())
  return rows[0]?.shown ?? []
}

/** The values of the secrets of an organization, by name. */
export async function openSecretsOf(db: Db, vault: Vault, orgId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; sealed: Buffer }>`
    select name, sealed from org_secret where org_id = ${orgId}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sealed }) => [name, vault.open(sealed, place)]))
}

export interface Saving {
  template: ConnectionTemplate
  secrets: readonly { name: string; value: string }[]
  /** For how many days replaced secrets stay valid for replies. */
  overlapDays: number
  /** A new host answers with none of the secrets before. */
  isNewHost: boolean
  overrideReason: string | null
  adminId: string
}

/**
 * Saves a template and the new values of its secrets, keeps replaced ones that decrypt replies for the overlap, and forgets the secrets
 * that it no longer names. Whoever calls has locked the organization.
 */
export async function save(
  db: Db,
  vault: Vault,
  orgId: string,
  { template, secrets, overlapDays, isNewHost, overrideReason, adminId }: Saving,
): Promise<void> {
  const accepter = overrideReason === null ? null : adminId
  await sql`
    insert into org_template (org_id, template, override_reason, overridden_by, updated_by)
    values (${orgId}, ${JSON.stringify(template)}::jsonb, ${overrideReason}, ${accepter}, ${adminId})
    on conflict (org_id) do update set template = excluded.template, override_reason = excluded.override_reason,
      overridden_by = excluded.overridden_by, updated_by = excluded.updated_by,
      version = org_template.version + 1, updated_at = now(), trial_answered_at = null`.execute(db)
  const receiving = isNewHost ? [] : receivingSecretsOf(template)
  const owner = { kind: 'org', id: orgId } as const
  const before = await openSecretsOf(db, vault, orgId)
  const replaced = secrets.flatMap(({ name, value }) => {
    const [values, next] = [{ [name]: before[name] ?? '' }, { [name]: value }]
    return before[name] && receiving.includes(name) && !isSame(values, next) ? [{ name, values, next }] : []
  })
  await forgetOthers(db, owner, receiving)
  await keepPrevious(db, vault, { owner, replaced, overlapDays, by: adminId })
  const named = template.secrets.map(({ name }) => name)
  await sql`delete from org_secret where org_id = ${orgId} and name <> all(${named}::text[])`.execute(db)
  for (const { name, value } of secrets)
    await sql`
      insert into org_secret (org_id, name, sealed) values (${orgId}, ${name}, ${vault.seal(value, place)})
      on conflict (org_id, name) do update set sealed = excluded.sealed, updated_at = now()`.execute(db)
}
