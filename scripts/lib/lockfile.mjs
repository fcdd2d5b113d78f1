import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './paths.mjs'

export const readLock = () => JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))

/** The package.json of the repository and of each workspace. */
export function manifests() {
  const { workspaces } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return readdirSync(at(parent))
      .sort()
      .map((name) => join(parent, name))
  })
  const inside = folders.map((folder) => join(folder, 'package.json'))
  return ['package.json', ...inside.filter((path) => existsSync(at(path)))]
}

/** Whether the lock was made from the current manifests. */
export const isCurrent = ({ packages }) => manifests().every((path) => agrees(path, packages))

/**
 * The packages that a package of the lock requires and the lock lacks, as [dependent, name, version]. `npm ci` refuses such
 * a lock. npm writes one if the registry has a package for this machine only: it then leaves out the others.
 */
export const missingFrom = ({ packages }) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter(([name]) => !folders(path).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map(([name, version]) => [path, name, version]),
  )

/**
 * The packages of the lock without a checksum, as [path, name, version]: npm would take whatever it gets for them. A package that is inside
 * of another one is in the checksum of that.
 */
export const uncheckedIn = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle)
    .filter(([, { integrity }]) => !integrity)
    .map(([path, { name, version }]) => [path, name ?? path.split('node_modules/').at(-1), version])

/** The folders that Node searches for the imports of a package, from its own folder to the root. */
function folders(path) {
  const parts = path.split('/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`), '']
}

function agrees(path, packages) {
  const manifest = JSON.parse(readFileSync(at(path), 'utf8'))
  const entry = packages[path.replace(/\/?package\.json$/, '')]
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  return kinds.every((kind) => sorted(manifest[kind]) === sorted(entry?.[kind]))
}

const sorted = (dependencies = {}) => JSON.stringify(Object.entries(dependencies).sort())
