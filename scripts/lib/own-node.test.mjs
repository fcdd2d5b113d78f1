import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from './paths.mjs'
import { ending } from './run.mjs'

/*
 * The real npm fetches from a registry made here. Its package has, in place of a Node, a program that starts the Node of this test and
 * says so in `FETCHED`. The Node that begins only says that it is an old one.
 */
const name = 'made-up-node'
const version = '99.1.0'
const older =
  "data:text/javascript,if (!process.env.FETCHED) Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
const script = `
import './lib/node-version.mjs'
import { execFileSync } from 'node:child_process'
const { FETCHED } = process.env
// Before it prints: the test sends the signal when it reads the line.
if (process.argv[2] === 'wait') process.on('SIGTERM', () => process.exit(7)), setInterval(() => {}, 1000)
const started = execFileSync('node', ['-p', 'process.env.STARTED'], { encoding: 'utf8' }).trim()
console.log(JSON.stringify({ FETCHED, started, args: process.argv.slice(2) }))
process.exitCode = 3
`

let folder
let registry
let tarball
let requests

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-node-'))
  tarball = await packed()
  requests = []
  registry = createServer(answer)
  await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve))
  mkdirSync(join(folder, 'scripts/lib'), { recursive: true })
  for (const file of ['node-version', 'own-node', 'npm', 'paths'])
    cpSync(at('scripts/lib', `${file}.mjs`), join(folder, 'scripts/lib', `${file}.mjs`))
  writeFileSync(join(folder, 'scripts/hello.mjs'), script)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  pin(hashOf(tarball))
})

afterEach(async () => {
  registry.closeAllConnections()
  await new Promise((resolve) => registry.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

test('an older Node goes on with the one that it fetches, once', async () => {
  const first = await hello(['a', 'b c'])
  expect(first).toMatchObject({ code: 3, errors: expect.stringContaining(`Fetching Node ${version}…`) })
  expect(JSON.parse(first.output)).toEqual({ FETCHED: 'yes', started: 'fetched', args: ['a', 'b c'] })
  expect(requests).toEqual([`/${name}`, `/${name}.tgz`])

  const second = await hello(['d'])
  expect(second).toMatchObject({ code: 3, errors: '' })
  expect(JSON.parse(second.output)).toEqual({ FETCHED: 'yes', started: 'fetched', args: ['d'] })
  expect(requests).toHaveLength(2)
  expect(readdirSync(join(folder, '.cache'))).toEqual([`node-${version}`])
})

test('a signal reaches the script, and its exit code is passed on', async () => {
  const child = start(['wait'])
  const ended = ending(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(7)
})

test('a package with another hash is refused', async () => {
  const expected = hashOf(Buffer.from('another'))
  pin(expected)
  const { code, output, errors } = await hello()
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(
    `What the registry gave as ${name} ${version} is not used: its hash is ${hashOf(tarball)}, and ${expected} is expected.`,
  )
  expect(readdirSync(join(folder, '.cache'))).toEqual([])
})

test('a registry without the package is reported in one sentence', async () => {
  requests = null
  const { code, errors } = await hello()
  expect(code).toBe(1)
  expect(errors).toMatch(new RegExp(`Node ${version} could not be fetched: npm pack failed.*\n$`))
})

test('a machine for which there is no Node is told so', async () => {
  writeFileSync(join(folder, 'scripts/node-builds.json'), '{}')
  expect(await hello()).toEqual({
    code: 1,
    output: '',
    errors:
      'Kabao needs Node 24 or newer; this is Node 20.20.2, and there is none to fetch for this kind of machine.\n',
  })
})

test('a Node that is new enough fetches nothing', async () => {
  const { code, output } = await hello([], { isOld: false })
  expect(code).toBe(3)
  expect(JSON.parse(output)).toEqual({ started: 'undefined', args: [] })
  expect(requests).toEqual([])
})

/** The package of a Node, as npm gives it. */
async function packed() {
  const inside = join(folder, 'package/bin')
  mkdirSync(inside, { recursive: true })
  writeFileSync(
    join(inside, 'node'),
    `#!/bin/sh\n[ -n "$FETCHED" ] && export STARTED=fetched\nexport FETCHED=yes\nexec "${process.execPath}" "$@"\n`,
    { mode: 0o755 },
  )
  writeFileSync(join(folder, 'package/LICENSE'), 'MIT')
  const file = join(folder, 'made.tgz')
  await ending(spawn('tar', ['-czf', file, '-C', folder, 'package'], { stdio: 'inherit' }))
  return readFileSync(file)
}

function answer({ url, headers }, response) {
  requests?.push(url)
  if (requests === null) response.writeHead(404).end('{}')
  else if (url.endsWith('.tgz')) response.end(tarball)
  else {
    const dist = { tarball: `http://${headers.host}/${name}.tgz`, integrity: hashOf(tarball) }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }))
  }
}

const hashOf = (bytes) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

function pin(integrity) {
  const build = { package: name, version, integrity }
  const builds = { [`${process.platform}-${process.arch}`]: build }
  writeFileSync(join(folder, 'scripts/node-builds.json'), JSON.stringify(builds))
}

function start(args, { isOld = true } = {}) {
  return spawn(
    process.execPath,
    [...(isOld ? ['--import', older] : []), join(folder, 'scripts/hello.mjs'), ...args],
    {
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${registry.address().port}`,
        npm_config_cache: join(folder, 'npm'),
      },
    },
  )
}

async function hello(args = [], options = {}) {
  const child = start(args, options)
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ending(child)])
  return { code, output, errors }
}
