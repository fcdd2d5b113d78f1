import { canInstall, installFromDebian, locate } from './debian.mjs'

/** The tests of the alert rules skip themselves without the program. On Debian, root installs it. */
export async function ensurePromtool() {
  if (locate('promtool')) return
  try {
    if (canInstall()) await installFromDebian(['prometheus'])
  } catch (error) {
    console.log(error.message)
  }
  if (!locate('promtool'))
    console.log(
      'There is no promtool here (prometheus): the tests of the alert rules by Prometheus are skipped.',
    )
}
