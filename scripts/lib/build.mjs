import { existsSync } from 'node:fs'
import { alone } from './lock.mjs'
import { moveMaps } from './maps.mjs'
import { at, bin } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { run } from './run.mjs'
import { checkSize } from './size.mjs'
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const shared = ['package-lock.json', 'tsconfig.json', 'packages/contract', 'packages/region']

const server = {
  name: 'server',
  sources: [...shared, 'packages/postgres', 'apps/server'],
  result: 'apps/server/dist/main.js',
  // The tool prints its list of files to stdout and errors to stderr.
  build: () =>
    tool('rolldown', ['--config', 'rolldown.config.ts'], 'server', ['ignore', 'ignore', 'inherit']),
}

const consoleApp = {
  name: 'console',
  sources: [
    ...shared,
    'apps/console',
    'scripts/size-budget.mjs',
    'scripts/lib/size.mjs',
    'scripts/lib/maps.mjs',
    'scripts/lib/precompress.mjs',
  ],
  result: 'apps/console/dist/index.html',
  build: async () => {
    await tool('vite', ['build', '--manifest', '--logLevel', 'warn'], 'console')
    moveMaps(at('apps/console/dist'), at('apps/console/maps'))
    await precompress(at('apps/console/dist'))
    checkSize(at('apps/console/dist'), at('apps/console'))
  },
}

/** Builds the parts that changed since their last build; `always` builds all parts. */
export async function build({ only = [server.name, consoleApp.name], always = false } = {}) {
  const wanted = [server, consoleApp].filter((part) => only.includes(part.name))
  if (!always && wanted.every(isBuilt)) return
  await alone(async () => {
    const parts = always ? wanted : wanted.filter((part) => !isBuilt(part))
    if (parts.length === 0) return
    console.log(`Building the ${parts.map((part) => part.name).join(' and the ')}…`)
    // Waits for every part, so that after a failure no other part still writes files.
    const results = await Promise.allSettled(parts.map(buildPart))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  })
}

async function buildPart(part) {
  const sources = hashOf(part.sources)
  removeStamp(stampOf(part))
  await part.build()
  writeStamp(stampOf(part), sources)
}

const isBuilt = (part) => existsSync(at(part.result)) && readStamp(stampOf(part)) === hashOf(part.sources)

const stampOf = (part) => `.cache/built-${part.name}`

async function tool(name, args, app, stdio = ['ignore', 'inherit', 'inherit']) {
  const own = bin(name, `apps/${app}`)
  const otherwise = `The ${app} could not be built: ${name} failed, its own words are above.`
  await run(existsSync(own) ? own : bin(name), args, { cwd: at('apps', app), stdio, otherwise })
}
