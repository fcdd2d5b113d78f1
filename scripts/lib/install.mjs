import { existsSync, readFileSync } from 'node:fs'
import { alone } from './lock.mjs'
import { isCurrent, manifests, missingFrom, readLock } from './lockfile.mjs'
import { npm } from './npm.mjs'
import { at, root } from './paths.mjs'
import { run } from './run.mjs'
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const lock = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'
const stamp = 'node_modules/.kabao-installed'

/** Installs the packages unless the right ones are installed already; then it makes no network request. */
export async function install() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    if (!fits()) {
      removeStamp(stamp)
      await (isWhole() ? installBy('ci') : installBy('install', '--no-save'))
    }
    writeStamp(stamp, wanted())
  })
}

const isInstalled = () => {
  const found = readStamp(stamp)
  return found !== null && found === wanted()
}

/** The hash includes npm's own record of the installed packages, so after any other npm command we check again. */
const wanted = () => [process.platform, process.arch, hashOf([lock, ...manifests(), installed])].join(' ')

/** Whether npm's record has every package of the lock that this machine needs; true right after an `npm ci`. */
function fits() {
  if (!existsSync(at(lock)) || !existsSync(at(installed)) || !isCurrent(readLock())) return false
  const found = JSON.parse(readFileSync(at(installed), 'utf8')).packages
  return Object.entries(readLock().packages)
    .filter(([path, entry]) => path.includes('node_modules/') && isForHere(entry))
    .every(([path, entry]) => found[path] && found[path].version === entry.version)
}

/** Whether `npm ci` would accept the lock. An incomplete lock must first be completed by `npm install`. */
const isWhole = () => existsSync(at(lock)) && isCurrent(readLock()) && missingFrom(readLock()).length === 0

/**
 * npm leaves out packages for other machines, and packages that only those need (optional, for no machine in
 * particular). Only npm knows the C library of this machine.
 */
function isForHere({ optional, os, cpu, libc }) {
  if (libc || (optional && !os && !cpu)) return false
  return names(os, process.platform) && names(cpu, process.arch)
}

function names(list, value) {
  if (!list) return true
  if (list.includes(`!${value}`)) return false
  return list.every((item) => item.startsWith('!')) || list.includes(value)
}

async function installBy(...command) {
  console.log('Installing packages…')
  const [program, args] = npm(
    ...command,
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  )
  const otherwise = `The packages could not be installed: npm ${command[0]} failed, its own words are above.`
  await run(program, args, { cwd: root, otherwise })
}
