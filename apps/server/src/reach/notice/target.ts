import type { Language } from '@kabao/contract'
import type { NoticeDigest, NoticeTargetKind, NoticeTargetRow } from '@kabao/contract/reach/notice'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** What the secrets of a target are sealed for. */
export const noticePurpose = (id: string): string => `notice.secrets.${id}`

/** A robot of a group, addresses of e-mail, or a role. */
export interface NoticeTarget {
  id: string
  kind: NoticeTargetKind
  name: string
  isOn: boolean
  language: Language
  quietFrom: string | null
  quietTo: string | null
  digest: NoticeDigest
  roleId: string | null
  host: string | null
  port: number | null
  security: NoticeTargetRow['security']
  account: string | null
  sender: string | null
  addresses: string[]
  secretsSealed: Buffer | null
}

export interface NoticeSecrets {
  /** The address of a robot with its key. */
  url?: string
  /** What it signs with, or the password of the mail server. */
  secret?: string
}

export async function findTarget(db: Db, id: string): Promise<NoticeTarget | undefined> {
  const { rows } = await sql<NoticeTarget>`
    select id, kind, name, is_on as "isOn", language, quiet_from as "quietFrom", quiet_to as "quietTo", digest, role_id as "roleId", host,
      port, security, account, sender, addresses, secrets_sealed as "secretsSealed"
    from notice_target where id = ${id}`.execute(db.withoutPlugins())
  return rows[0]
}

export const secretsOf = (
  vault: Vault,
  { id, secretsSealed }: Pick<NoticeTarget, 'id' | 'secretsSealed'>,
): NoticeSecrets =>
  secretsSealed ? (JSON.parse(vault.open(secretsSealed, noticePurpose(id))) as NoticeSecrets) : {}

export const sealSecrets = (vault: Vault, id: string, secrets: NoticeSecrets): Buffer =>
  vault.seal(JSON.stringify(secrets), noticePurpose(id))
