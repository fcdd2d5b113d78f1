import type { SsoSettings } from '@kabao/contract/access/sso'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** What the secret of our client at the provider is sealed for. */
export const clientSecretPurpose = 'sso.clientSecret'

/** The stored rules of single sign-on. */
export interface StoredSso
  extends Pick<
    SsoSettings,
    | 'version'
    | 'isOn'
    | 'name'
    | 'issuer'
    | 'clientId'
    | 'scopes'
    | 'claim'
    | 'creates'
    | 'groupsClaim'
    | 'factor'
    | 'signsOut'
    | 'passwordsOff'
    | 'breakGlassId'
    | 'updatedBy'
    | 'updatedAt'
  > {
  clientSecretSealed: Buffer | null
}

/** @param isForUpdate locks the row until the transaction ends @returns undefined if nothing was configured yet */
export async function findSso(db: Db, { isForUpdate = false } = {}): Promise<StoredSso | undefined> {
  const { rows } = await sql<StoredSso>`
    select t.version, t.is_on as "isOn", t.name, t.issuer, t.client_id as "clientId", t.client_secret_sealed as "clientSecretSealed",
      t.scopes, t.claim, t.creates, t.groups_claim as "groupsClaim", t.factor, t.signs_out as "signsOut",
      t.passwords_off as "passwordsOff", t.break_glass_id as "breakGlassId",
      (select name from admin where id = t.updated_by) as "updatedBy", t.updated_at as "updatedAt"
    from sso t ${isForUpdate ? sql`for update` : sql``}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The provider, if single sign-on is on. */
export async function findOn(db: Db): Promise<StoredSso | undefined> {
  const stored = await findSso(db)
  return stored?.isOn ? stored : undefined
}

/** Which roles the groups of the provider have, in the order of the groups. */
export async function findGroupRoles(db: Db): Promise<SsoSettings['roles']> {
  const { rows } = await sql<SsoSettings['roles'][number]>`
    select group_value as value, role_id as "roleId" from sso_role order by group_value, role_id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** What the button of the login page says; null if single sign-on is off, or if the database does not answer. */
export const nameOfSso = (db: Db): Promise<string | null> =>
  findOn(db).then(
    (stored) => stored?.name ?? null,
    () => null,
  )
