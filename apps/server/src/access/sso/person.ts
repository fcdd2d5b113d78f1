import { username as usernameSchema } from '@kabao/contract/access/admin'
import { grantable } from '@kabao/contract/app/role-tree'
import { phone as phoneSchema } from '@kabao/contract/kernel/personal'
import { sql } from 'kysely'
import { writeAudit } from '#platform/audit/write'
import type { CommonKey } from '#platform/base/problem'
import { newToken } from '#platform/base/token'
import type { Db } from '#platform/db/client'
import { announceAccess } from '../access-changes.ts'
import { tellOfReviews } from '../account-setup.ts'
import { findRolePowers } from '../powers.ts'
import type { Claims } from './provider.ts'
import { findGroupRoles, type StoredSso } from './settings.ts'

/** An account that a person signs in to. */
interface Found {
  id: string
  username: string
  name: string
}
/** Who signs in, or why nobody does; what was changed stays in both cases. */
export type Arrival = { account: Found | null; refused: CommonKey | null }

/**
 * Finds the account of a person whom the provider has signed in, links or makes it, and gives it the roles of its groups. It must be
 * committed also if the person is refused, because a lost group is a lost role.
 */
export async function arrive(db: Db, sso: StoredSso, claims: Claims): Promise<Arrival> {
  const linked = await findLinked(db, sso.issuer, claims.subject)
  const known = linked ?? (await findByClaim(db, sso, claims))
  if (typeof known === 'string') return { account: null, refused: known }
  const wanted = await rolesFor(db, sso, claims)
  if (!known) {
    if (!sso.creates) return { account: null, refused: 'ssoNobody' }
    if (wanted === null || wanted.given.length === 0) return { account: null, refused: 'ssoNoRole' }
    const made = await make(db, claims)
    await link(db, sso.issuer, claims.subject, made.id)
    await changeRoles(db, sso, made, wanted)
    return { account: made, refused: null }
  }
  if (known.status !== 'enabled') return { account: known, refused: 'ssoDisabled' }
  if (!linked) await link(db, sso.issuer, claims.subject, known.id)
  else await sql`update admin_identity set last_used_at = now() where admin_id = ${known.id}`.execute(db)
  if (wanted) await changeRoles(db, sso, known, wanted)
  const { rows } = await sql`select from admin_role where admin_id = ${known.id} limit 1`.execute(db)
  return { account: known, refused: rows.length === 0 ? 'ssoNoRole' : null }
}

type Known = Found & { status: string }

async function findLinked(db: Db, issuer: string, subject: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select a.id, a.username, a.name, a.status from admin_identity i join admin a on a.id = i.admin_id
    where i.issuer = ${issuer} and i.subject = ${subject} for no key update of a`.execute(db.withoutPlugins())
  return rows[0]
}

/** @returns why the claim finds nobody, if the provider has not verified it or it is ambiguous */
async function findByClaim(db: Db, sso: StoredSso, claims: Claims): Promise<Known | undefined | CommonKey> {
  if (sso.claim === 'sub') return undefined
  const value = sso.claim === 'email' ? emailOf(claims) : phoneOf(claims)
  if (value === null) return sso.claim === 'email' ? 'ssoEmail' : 'ssoPhone'
  const { rows } = await sql<Known & { isLinked: boolean }>`
    select a.id, a.username, a.name, a.status,
      exists (select from admin_identity i where i.admin_id = a.id) as "isLinked"
    from admin a where ${sso.claim === 'email' ? sql`lower(a.email) = ${value}` : sql`a.phone = ${value}`}
    order by a.id limit 2 for no key update of a`.execute(db.withoutPlugins())
  if (rows.length > 1) return 'ssoSeveral'
  return rows[0]?.isLinked ? 'ssoTaken' : rows[0]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** In lower case; null unless the provider has verified it. */
const emailOf = ({ all }: Claims): string | null =>
  all.email_verified === true && textOf(all.email) !== '' ? textOf(all.email).toLowerCase() : null

/** Eleven digits; null unless the provider has verified it. Providers write it as in +86 138 0000 0000. */
function phoneOf({ all }: Claims): string | null {
  if (all.phone_number_verified !== true) return null
  const typed = textOf(all.phone_number)
    .replace(/[\s()-]/g, '')
    .replace(/^(\+|00)86/, '')
  return phoneSchema.safeParse(typed).success ? typed : null
}

interface Wanted {
  /** The roles of the person's groups. */
  given: string[]
  /** Every role of any group; others are not touched. */
  ruled: string[]
}

/** @returns null if groups give no roles */
async function rolesFor(db: Db, { groupsClaim }: StoredSso, { all }: Claims): Promise<Wanted | null> {
  if (groupsClaim === '') return null
  const groups = new Set([all[groupsClaim]].flat().filter((each) => typeof each === 'string'))
  const rules = await findGroupRoles(db)
  const idsOf = (some: typeof rules) => [...new Set(some.map(({ roleId }) => roleId))]
  return { given: idsOf(rules.filter(({ value }) => groups.has(value))), ruled: idsOf(rules) }
}

async function changeRoles(db: Db, sso: StoredSso, account: Found, { given, ruled }: Wanted): Promise<void> {
  const had = await heldBy(db, account.id)
  const kept = had.filter((role) => !ruled.includes(role) || given.includes(role))
  const now = [...kept, ...given.filter((role) => !kept.includes(role))]
  if (now.length === had.length && kept.length === had.length) return
  await sql`delete from admin_role where admin_id = ${account.id} and role_id <> all(${now}::bigint[])`.execute(
    db,
  )
  await sql`insert into admin_role (admin_id, role_id) select ${account.id}, unnest(${now}::bigint[])
    on conflict do nothing`.execute(db)
  await announceAccess(db, [account.id])
  const [before, after] = [await findRolePowers(db, had), await findRolePowers(db, now)]
  const nodesOf = (roles: typeof after) =>
    new Set(roles.flatMap(({ isSuper, nodes }) => (isSuper ? [...grantable] : nodes)))
  const held = nodesOf(before)
  const nodes = [...nodesOf(after)].filter((node) => !held.has(node))
  await tellOfReviews(db, { to: 'account', name: account.name, nodes, by: sso.name })
  await writeAudit(db, [
    {
      by: { adminId: account.id, username: account.username },
      point: 'sso.finish',
      target: { kind: 'admin', id: account.id },
      before: { roles: before.map(({ name }) => name) },
      after: { roles: after.map(({ name }) => name) },
    },
  ])
}

async function heldBy(db: Db, adminId: string): Promise<string[]> {
  const held = await db.selectFrom('adminRole').select('roleId').where('adminId', '=', adminId).execute()
  return held.map(({ roleId }) => roleId)
}

/** Links an account to an identity of the provider. */
export const link = (db: Db, issuer: string, subject: string, adminId: string) =>
  sql`insert into admin_identity (admin_id, issuer, subject, last_used_at) values (${adminId}, ${issuer}, ${subject}, now())`.execute(
    db,
  )

/** Makes an account without a password. */
async function make(db: Db, claims: Claims): Promise<Found> {
  const { all } = claims
  const username = await freeName(db, claims)
  const { id } = await db
    .insertInto('admin')
    .values({
      username,
      name: (textOf(all.name) || textOf(all.nickname) || username).slice(0, 40),
      email: emailOf(claims),
      phone: phoneOf(claims),
      passwordHash: noPassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = (textOf(all.name) || textOf(all.nickname) || username).slice(0, 40)
  await writeAudit(db, [
    {
      by: { adminId: id, username },
      point: 'sso.finish',
      target: { kind: 'admin', id },
      after: { username, name },
    },
  ])
  return { id, username, name }
}

/** What is stored of an account without a password: no hash, so no password fits. */
export const noPassword = '-'

/** The name that the person has at the provider, if it fits and nobody has it; else a random one. */
async function freeName(db: Db, { all }: Claims): Promise<string> {
  for (const typed of [textOf(all.preferred_username), textOf(all.email)]) {
    const name = typed.split('@', 1)[0] ?? ''
    if (!usernameSchema.safeParse(name).success) continue
    const { rows } = await sql`select from admin where lower(username) = ${name.toLowerCase()}`.execute(db)
    if (rows.length === 0) return name
  }
  return `sso-${newToken()
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 12)
    .toLowerCase()}`
}
