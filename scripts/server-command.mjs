import './lib/node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { at, root } from './lib/paths.mjs'
import { Failure, main } from './lib/run.mjs'

const [name = '', ...args] = process.argv.slice(2)
const program = at('apps/server/dist/commands', `${name}.js`)

process.chdir(root)

await main(async () => {
  const known = readdirSync(at('apps/server/src/cli/commands'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
  if (!known.includes(name))
    throw new Failure(`There is no command "${name}". There are: ${known.join(', ')}.`)
  await install()
  await build({ only: ['server'] })
  if (!existsSync(program)) throw new Failure(`The build has no command "${name}".`)
})

process.argv = [process.argv[0], program, ...args]
process.setSourceMapsEnabled(true)
await import(pathToFileURL(program).href)
