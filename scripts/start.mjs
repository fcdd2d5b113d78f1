import './lib/node-version.mjs'
import { pathToFileURL } from 'node:url'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { at, root } from './lib/paths.mjs'
import { main } from './lib/run.mjs'

process.chdir(root)

await main(async () => {
  await install()
  await build()
})

process.setSourceMapsEnabled(true)
await import(pathToFileURL(at('apps/server/dist/main.js')).href)
