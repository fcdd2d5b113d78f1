import { canInstall, installFromDebian, locate } from './debian.mjs'

/** The test behind PgBouncer skips itself without the program. On Debian, root installs it. */
export async function ensurePooler() {
  if (locatePooler()) return
  try {
    if (canInstall()) await installFromDebian(['pgbouncer'])
  } catch (error) {
    console.log(error.message)
  }
  if (!locatePooler())
    console.log('There is no PgBouncer here (pgbouncer): the test behind a pooler is skipped.')
}

/** Debian installs it where only root's PATH leads. */
export const locatePooler = () => locate('pgbouncer') ?? locate('/usr/sbin/pgbouncer')
