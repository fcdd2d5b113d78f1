import type { Db } from '#platform/db/client'

/** Who has a key: a channel or an organization. */
export interface KeyOwner {
  kind: 'channel' | 'org'
  id: string
}

/** The columns of an owner. */
export const ownerColumns = ({ kind, id }: KeyOwner) =>
  kind === 'channel' ? { channelId: id, orgId: null } : { channelId: null, orgId: id }

/** The owner in a row of `api_key`. */
export const ownerIn = ({
  channelId,
  orgId,
}: {
  channelId: string | null
  orgId: string | null
}): KeyOwner =>
  channelId === null ? { kind: 'org', id: orgId as string } : { kind: 'channel', id: channelId }

/** The keys of an owner. */
export const keysOwnedBy = (db: Db, { kind, id }: KeyOwner) =>
  db.selectFrom('apiKey').where(kind === 'channel' ? 'channelId' : 'orgId', '=', id)
