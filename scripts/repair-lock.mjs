import { writeFileSync } from 'node:fs'
import { missingFrom, readLock, uncheckedIn } from './lib/lockfile.mjs'
import { at } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'

/*
 * Restores the packages that npm leaves out of package-lock.json if the registry has no packages for other machines: the
 * native parts of a tool, whose names contain their platform. Every package without a checksum gets that of the registry.
 */
const lock = readLock()

for (const [dependent, name, version] of missingFrom(lock)) {
  const sibling = Object.keys(lock.packages[dependent].optionalDependencies ?? {})
    .map((other) => lock.packages[`node_modules/${other}`])
    .find(Boolean)
  const target = /-(android|darwin|linux|win32)-(x64|arm64)(-musl)?$/.exec(name)
  if (!sibling || !target)
    throw new Error(`${dependent} requires ${name}, which is not a package for another machine.`)
  const [, os, cpu, musl] = target
  const { license, engines } = sibling
  const libc = os === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}
  const entry = { version, cpu: [cpu], dev: true, ...libc, license, optional: true, os: [os], engines }
  lock.packages[`node_modules/${name}`] = entry
  console.log(`Added ${name} ${version}`)
}

for (const [path, name, version] of uncheckedIn(lock)) {
  const asked = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=error']
  const integrity = (await capture('npm', asked)).output.trim()
  if (!/^sha512-[\w+/]+=*$/.test(integrity))
    throw new Error(`The registry has no checksum of ${name} ${version}: ${integrity}`)
  const { version: first, resolved, ...rest } = lock.packages[path]
  lock.packages[path] = { version: first, ...(resolved && { resolved }), integrity, ...rest }
  console.log(`Added the checksum of ${name} ${version}`)
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(at('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
