import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { explained, PostgresError } from './errors.ts'

/** The system account that PostgreSQL runs as. Empty: the account of this process. */
export type Account = { uid: number; gid: number } | { uid?: undefined; gid?: undefined }

/** "nobody", by number, because PostgreSQL refuses to run as root, and a container may have no other account. */
const nobody = { uid: 65534, gid: 65534 }

/**
 * The account for a cluster: this process's own or, if this process is root, the owner of the cluster. A new cluster, or one that
 * root has copied here, is given to `nobody`.
 */
export async function accountFor(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined)
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) throw belongsTo(owner.uid, cluster)
    return {}
  }
  if (!owner) return nobody
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  await giveTree(cluster, nobody)
  return nobody
}

/** Gives one file or folder to the account. */
export async function give(path: string, account: Account): Promise<void> {
  if (account.uid === undefined) return
  await explained({ EPERM: cannotSwitch, EINVAL: cannotSwitch }, () => chown(path, account.uid, account.gid))
}

export const cannotSwitch =
  'PostgreSQL must not run as root, and this process may not switch to another user (capabilities CHOWN, SETUID and SETGID): ' +
  'start as an ordinary user, or set DATABASE_URL to a database elsewhere.'

async function giveTree(folder: string, to: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTree(path, to)
    else await lchown(path, to.uid, to.gid)
  }
  // The folder itself comes last, so that an interrupted change of owner is resumed.
  await give(folder, to)
}

const belongsTo = (uid: number, cluster: string) =>
  new PostgresError(
    `The database in ${cluster} belongs to user ${uid}, and this process is user ${process.getuid?.()}: start it as that user.`,
  )
