import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { run } from './run.mjs'

/** @returns the path of a program, by its name on the PATH or its own path; null if there is none */
export function locate(name) {
  const places = isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((at) => join(at, name))
  return places.find(isProgram) ?? null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether this process may install packages of Debian. */
export const canInstall = () =>
  process.platform === 'linux' && process.getuid() === 0 && locate('apt-get') !== null

/** @throws Failure that names the packages */
export async function installFromDebian(packages) {
  console.log(`Installing ${packages.join(' and ')} with apt-get…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const otherwise = `apt-get could not install ${packages.join(' and ')}, its own words are above.`
  await run('apt-get', ['-qq', 'update'], { env, otherwise })
  await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], { env, otherwise })
}
