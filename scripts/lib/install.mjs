import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './lock.mjs'
import { at, root } from './paths.mjs'
import { run } from './run.mjs'
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const lock = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'
const stamp = 'node_modules/.kabao-installed'

/** Installs the packages unless those that are there are the right ones; then it asks the network nothing. */
export async function install() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    if (!fits()) {
      removeStamp(stamp)
      await npm(existsSync(at(lock)) ? 'ci' : 'install')
    }
    writeStamp(stamp, wanted())
  })
}

const isInstalled = () => {
  const found = readStamp(stamp)
  return found !== null && found === wanted()
}

/** npm's own record of what it installed belongs to the hash: whatever it does next, we look again. */
const wanted = () => [process.platform, process.arch, hashOf([lock, ...manifests(), installed])].join(' ')

function manifests() {
  const { workspaces } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return readdirSync(at(parent))
      .sort()
      .map((name) => join(parent, name))
  })
  return ['package.json', ...folders.map((folder) => join(folder, 'package.json'))]
}

/** Whether npm's record has every package of the lock that this machine needs: true right after an `npm ci`. */
function fits() {
  if (!existsSync(at(lock)) || !existsSync(at(installed))) return false
  const wantedPackages = packagesIn(lock)
  const foundPackages = packagesIn(installed)
  const isUpToDate = manifests().every((path) => agrees(path, wantedPackages))
  const isComplete = Object.entries(wantedPackages)
    .filter(([path, entry]) => path.includes('node_modules/') && isForHere(entry))
    .every(([path, entry]) => foundPackages[path]?.version === entry.version && Boolean(foundPackages[path]))
  return isUpToDate && isComplete
}

const packagesIn = (path) => JSON.parse(readFileSync(at(path), 'utf8')).packages

/** Whether the lock was made from this manifest. */
function agrees(path, packages) {
  const manifest = JSON.parse(readFileSync(at(path), 'utf8'))
  const entry = packages[path.replace(/\/?package\.json$/, '')]
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  return kinds.every((kind) => sorted(manifest[kind]) === sorted(entry?.[kind]))
}

const sorted = (dependencies = {}) => JSON.stringify(Object.entries(dependencies).sort())

/** npm leaves out what is made for another machine; which C library this one has is npm's to know. */
function isForHere({ os, cpu, libc }) {
  return !libc && names(os, process.platform) && names(cpu, process.arch)
}

function names(list, value) {
  if (!list) return true
  if (list.includes(`!${value}`)) return false
  return list.every((item) => item.startsWith('!')) || list.includes(value)
}

async function npm(command) {
  console.log('Installing packages…')
  const args = [command, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const otherwise = `The packages could not be installed: npm ${command} failed, its own words are above.`
  const self = process.env.npm_execpath
  const [program, first] = self?.endsWith('npm-cli.js') ? [process.execPath, [self]] : ['npm', []]
  await run(program, [...first, ...args], { cwd: root, otherwise })
}
