import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { locate } from './debian.mjs'
import { alone } from './lock.mjs'
import { at } from './paths.mjs'
import { capture, Failure } from './run.mjs'

/** Programs that only tests and benchmarks run: the package of Debian that each is in, its path there, and what is skipped without it. */
const tools = {
  promtool: {
    from: 'prometheus',
    path: 'usr/bin/promtool',
    without: 'the tests of the alert rules by Prometheus',
  },
  prometheus: {
    from: 'prometheus',
    path: 'usr/bin/prometheus',
    without: 'the benchmark `alerts`',
  },
  pgbouncer: { from: 'pgbouncer', path: 'usr/sbin/pgbouncer', without: 'the test behind a pooler' },
}
const ownFolder = at('.cache/tools')

/**
 * @returns the path of a tool: that of this machine, or the one that was taken out of its package; null if there is none. Debian installs
 * PgBouncer where only root's PATH leads.
 */
export const locateTool = (name, folder = ownFolder) =>
  [name, ...(name === 'pgbouncer' ? ['/usr/sbin/pgbouncer'] : []), join(folder, name, 'run')]
    .map(locate)
    .find(Boolean) ?? null

/**
 * Takes the tools that are not here out of their packages of Debian into `.cache/tools`. Nothing is installed, started or changed outside
 * the repository, so it needs no root. Says which tests are skipped, and why, if that is not possible.
 */
export async function ensureTools(names, folder = ownFolder) {
  const missing = () => names.filter((name) => locateTool(name, folder) === null)
  if (missing().length === 0) return
  try {
    await alone(async () => {
      if (missing().length > 0) await fetchTools(missing(), folder)
    })
  } catch (error) {
    console.log(error.message)
  }
  for (const name of missing()) console.log(`There is no ${name} here. Skipped: ${tools[name].without}.`)
}

async function fetchTools(names, fetched) {
  if (!locate('apt-get') || !locate('dpkg-deb'))
    throw new Failure(`Only Debian's apt-get can fetch ${names.join(' and ')}.`)
  console.log(`Fetching ${names.join(' and ')} out of the packages of Debian…`)
  const work = `${fetched}.partial`
  rmSync(work, { recursive: true, force: true })
  try {
    const source = await packagesIn(work)
    for (const name of names) {
      await takeOut(name, source, join(work, name))
      mkdirSync(fetched, { recursive: true })
      rmSync(join(fetched, name), { recursive: true, force: true })
      renameSync(join(work, name), join(fetched, name))
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Makes a folder of one program: itself, the libraries that this machine lacks, and `run`, which starts the one with the others. */
async function takeOut(name, source, folder) {
  const { from, path } = tools[name]
  const unpacked = join(source.folder, 'unpacked', name)
  mkdirSync(join(folder, 'lib'), { recursive: true })
  const [archive] = await source.unpack([from], unpacked)
  const program = join(folder, name)
  cpSync(join(unpacked, path), program)
  if ((await missingLibraries(program, folder)).length > 0) {
    await source.unpack(librariesOf(archive), unpacked)
    for (const library of await missingLibraries(program, folder)) {
      const found = readdirSync(unpacked, { recursive: true }).find((each) => each.endsWith(`/${library}`))
      if (found) cpSync(realpathSync(join(unpacked, found)), join(folder, 'lib', library))
    }
  }
  const missing = await missingLibraries(program, folder)
  if (missing.length > 0) throw new Failure(`${name} needs ${missing.join(' and ')}, which is not here.`)
  const run = join(folder, 'run')
  writeFileSync(run, `#!/bin/sh\nhere=\${0%/*}\nLD_LIBRARY_PATH=$here/lib exec "$here/${name}" "$@"\n`)
  chmodSync(run, 0o755)
}

/** The sources of packages of this machine, with lists and packages in a folder of our own: those of the machine belong to root. */
async function packagesIn(folder) {
  for (const each of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, each), { recursive: true })
  const options = {
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': 1,
    'Acquire::http::Timeout': 20,
    'Acquire::https::Timeout': 20,
  }
  const flags = ['-q', ...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`])]
  // One source of several may be away: the download shows whether the others are enough.
  const { output: updated } = await capture('apt-get', [...flags, 'update'])
  return {
    folder,
    /** @returns the paths of the packages */
    async unpack(names, to) {
      const own = join(folder, 'packages', names[0])
      for (const each of [own, to]) mkdirSync(each, { recursive: true })
      const { code, output } = await capture('apt-get', [...flags, 'download', ...names], { cwd: own })
      if (code !== 0)
        throw new Failure(
          `apt-get could not fetch ${names.join(' and ')}:\n${`${updated}${output}`.slice(-1_000)}`,
        )
      const archives = readdirSync(own).map((each) => join(own, each))
      for (const archive of archives) execFileSync('dpkg-deb', ['-x', archive, to])
      return archives
    },
  }
}

/** The names of the libraries that the loader finds neither on this machine nor in the folder: `libevent-2.1.so.7 => not found`. */
async function missingLibraries(program, folder) {
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(folder, 'lib') }
  const { output } = await capture('ldd', [program], { env })
  return [...output.matchAll(/(\S+) => not found/g)].map(([, name]) => name)
}

/** The packages of libraries that a package depends on, without versions and alternatives. */
const librariesOf = (archive) =>
  execFileSync('dpkg-deb', ['--field', archive, 'Depends'], { encoding: 'utf8' })
    .split(',')
    .map((each) => each.trim().split(/[\s:|]/)[0])
    .filter((each) => each.startsWith('lib'))
