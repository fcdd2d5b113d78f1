import './lib/node-version.mjs'
import { parseArgs } from 'node:util'
import { makeTree } from './image/tree.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { Failure, main } from './lib/run.mjs'

/** Docker's names of the architectures, beside Node's. */
const architectures = { amd64: 'x64', x64: 'x64', arm64: 'arm64' }

/** Fills a folder with what an image of the service holds: `node scripts/image-tree.mjs FOLDER [--arch amd64|arm64]`. */
await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { arch: { type: 'string' } } })
  const arch = architectures[values.arch ?? process.arch]
  if (!arch || positionals.length !== 1) throw new Failure('Give a folder, and --arch amd64 or arm64.')
  await install()
  await build()
  await makeTree(positionals[0], arch)
})
