import { writeFileSync } from 'node:fs'
import { missingFrom, readLock } from './lib/lockfile.mjs'
import { at } from './lib/paths.mjs'

/*
 * Puts back what npm forgets in package-lock.json where the registry has no packages for other machines: the
 * native parts of a tool, whose names say where they belong. npm knows their content when it fetches them.
 */
const lock = readLock()

for (const [asker, name, version] of missingFrom(lock)) {
  const sibling = Object.keys(lock.packages[asker].optionalDependencies ?? {})
    .map((other) => lock.packages[`node_modules/${other}`])
    .find(Boolean)
  const target = /-(android|darwin|linux|win32)-(x64|arm64)(-musl)?$/.exec(name)
  if (!sibling || !target)
    throw new Error(`${asker} asks for ${name}, which is not a part for another machine.`)
  const [, os, cpu, musl] = target
  const { license, engines } = sibling
  const libc = os === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}
  const entry = { version, cpu: [cpu], dev: true, ...libc, license, optional: true, os: [os], engines }
  lock.packages[`node_modules/${name}`] = entry
  console.log(`Added ${name} ${version}`)
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(at('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
