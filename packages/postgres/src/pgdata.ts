import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/**
 * The data folder's name that PostgreSQL gets. Its programs want an absolute path, but under another account they could not pass a
 * parent folder that is closed to them (such as /root). They are started inside the folder, before the rights are dropped, and this
 * name of the working directory needs no rights on the way. Only PostgreSQL 15 changes its working directory while it starts, so it
 * cannot use this name.
 */
export const pgdata = (folder: string, account: Account, { major }: Binaries) =>
  process.platform === 'linux' && account.uid !== undefined && major >= 16 ? '/proc/self/cwd' : folder
