import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { npm } from './npm.mjs'
import { at } from './paths.mjs'

/** npm and the terminal both deliver Ctrl-C; within this time it is one request. In milliseconds. */
const samePress = 2_000

/**
 * The Node of `scripts/node-builds.json` for this machine. It comes from the registry that npm is set to, is compared with the hash in that
 * file, and is then kept in `.cache`.
 * @returns the path of the program
 */
export function fetchedNode(needed) {
  const own = `Kabao needs Node ${needed} or newer; this is Node ${process.versions.node}`
  const build = JSON.parse(readFileSync(at('scripts/node-builds.json'), 'utf8'))[
    `${process.platform}-${process.arch}`
  ]
  if (!build) throw new Error(`${own}, and there is none to fetch for this kind of machine.`)
  const folder = at('.cache', `node-${build.version}`)
  const program = join(folder, 'bin/node')
  if (existsSync(program)) return program
  console.error(`${own}. Fetching Node ${build.version}…`)
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}.`)
  try {
    unpack(build, work)
    moveTo(folder, join(work, 'package'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return program
}

function unpack({ package: name, version, integrity }, work) {
  const [command, args] = npm('pack', `${name}@${version}`, '--prefer-offline', '--loglevel=error')
  run(command, [...args, '--pack-destination', work], {
    otherwise: `Node ${version} could not be fetched: npm pack failed, its own words are above.`,
  })
  const file = join(work, readdirSync(work)[0])
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity)
    throw new Error(
      `What the registry gave as ${name} ${version} is not used: its hash is ${found}, and ${integrity} is expected.`,
    )
  run('tar', ['-xf', file, '-C', work, 'package/bin/node', 'package/LICENSE'], {
    otherwise: `Node ${version} could not be unpacked: tar failed, its own words are above.`,
  })
}

function run(command, args, { otherwise }) {
  const { status } = spawnSync(command, args, { cwd: at(), stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(otherwise)
}

/** Another script may have been faster. */
function moveTo(folder, from) {
  try {
    renameSync(from, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'bin/node'))) throw error
  }
}

/**
 * Runs this script with another Node, which is also the one of everything that the script starts. Signals are passed on, and this process
 * ends as the other one does; so the promise is never kept.
 */
export function goOnWith(program) {
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // A process group of its own: so Ctrl-C in a terminal reaches it once, through this process.
    detached: true,
    env: {
      ...process.env,
      PATH: [dirname(program), process.env.PATH].join(delimiter),
      NODE: program,
      npm_node_execpath: program,
      // npm looks for the settings of the machine beside the Node that runs it.
      npm_config_globalconfig:
        process.env.npm_config_globalconfig ?? join(dirname(dirname(process.execPath)), 'etc/npmrc'),
    },
  })
  const last = {}
  const pass = (signal) => {
    const now = Date.now()
    if (now - (last[signal] ?? 0) < samePress) return
    last[signal] = now
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal === null) process.exit(code)
      for (const each of signals) process.off(each, pass)
      process.kill(process.pid, signal)
    })
  })
}
