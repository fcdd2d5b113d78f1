import { createHash, createHmac } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { readPrevious, secretPurpose } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { ListProblem } from './list-problem.ts'

/** From this number of hashes on, a list of which nobody is known is taken for one whose hashes have a key that we do not know. */
const enoughHashes = 3
/** How many phones are hashed before other work of this process may go on. */
const atOnce = 500

type Hash = (phone: string) => string

/** The ways in which organizations hash a phone with a secret. */
const waysWith = (secret: string): Hash[] =>
  (['md5', 'sha256'] as const).flatMap((digest) => [
    (phone: string) => createHmac(digest, secret).update(phone).digest('hex'),
    (phone: string) =>
      createHash(digest)
        .update(phone + secret)
        .digest('hex'),
    (phone: string) =>
      createHash(digest)
        .update(secret + phone)
        .digest('hex'),
  ])

/**
 * Finds whose phones the hashes of a list are that have a key or a salt, with the secrets that are set for the organization, and puts
 * them into the temporary table `keyed` (`value`, `phone`), in the caller's transaction.
 * @returns the problem of a list that has hashes, none of which is of anybody; it tells something of them, so they are counted first
 */
export async function nameKeyed(write: Db, vault: Vault, orgId: string): Promise<ListProblem | null> {
  await sql`create temp table keyed (value text, phone text) on commit drop`.execute(write)
  const { rows } = await sql<{ value: string; isKnown: boolean }>`
    select l.value, exists (select from ours o where l.kind = 'md5' and o.md5 = l.value)
      or exists (select from ours o where l.kind = 'sha256' and o.sha256 = l.value) as "isKnown"
    from listed l where l.kind in ('md5', 'sha256')`.execute(write.withoutPlugins())
  const wanted = new Set(rows.flatMap(({ value, isKnown }) => (isKnown ? [] : [value])))
  if (wanted.size === 0) return null
  const secrets = await readSecrets(write, vault, orgId)
  const found = secrets.length > 0 ? await search(write, wanted, secrets.flatMap(waysWith)) : []
  if (found.length === 0 && wanted.size === rows.length && wanted.size >= enoughHashes)
    return new ListProblem(secrets.length === 0 ? 'list.noSecret' : 'list.otherSecret', {
      count: wanted.size,
    })
  await sql`insert into keyed select * from unnest(${found.map(({ value }) => value)}::text[],
    ${found.map(({ phone }) => phone)}::text[])`.execute(write)
  return null
}

/** A list is hashed in one way, so that with the first hit the others are not tried any more. */
async function search(write: Db, wanted: ReadonlySet<string>, all: Hash[]): Promise<Hit[]> {
  const { rows } = await sql<{ phone: string }>`select distinct phone from ours`.execute(write)
  const found: Hit[] = []
  let ways = all
  for (const [at, { phone }] of rows.entries()) {
    for (const way of ways) {
      const value = way(phone)
      if (!wanted.has(value)) continue
      found.push({ value, phone })
      ways = [way]
      break
    }
    if (at % atOnce === atOnce - 1) await breathe()
  }
  return found
}

interface Hit {
  value: string
  phone: string
}

/** The secrets of the organization's connection, also previous ones. */
async function readSecrets(db: Db, vault: Vault, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from org_secret where org_id = ${orgId}`.execute(db.withoutPlugins())
  const current = rows.map(({ sealed }) => vault.open(sealed, secretPurpose))
  const previous = await readPrevious(db, vault, { kind: 'org', id: orgId })
  return [...current, ...previous.flatMap(({ values }) => Object.values(values))]
}
