import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/**
 * What PostgreSQL is told its folder is. Its programs want an absolute path; run under another account they could not
 * walk one that leads through a folder closed to them (/root, say). They are started inside the folder, before the
 * rights are dropped, and this name for "where I am" asks for no rights on the way. Only PostgreSQL 15 walks about
 * while it starts, and would end up elsewhere.
 */
export const pgdata = (folder: string, account: Account, { major }: Binaries) =>
  process.platform === 'linux' && account.uid !== undefined && major >= 16 ? '/proc/self/cwd' : folder
