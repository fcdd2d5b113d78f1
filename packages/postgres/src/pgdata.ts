import type { Account } from './account.ts'

/**
 * What PostgreSQL is told its folder is. Its programs want an absolute path; run under another account they could not
 * walk one that leads through a folder closed to them (/root, say). They are started inside the folder, before the
 * rights are dropped, and this name for "where I am" asks for no rights on the way.
 */
export const pgdata = (folder: string, account: Account) =>
  process.platform === 'linux' && account.uid !== undefined ? '/proc/self/cwd' : folder
