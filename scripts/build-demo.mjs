import { rmSync } from 'node:fs'
import './lib/node-version.mjs'
import { install } from './lib/install.mjs'
import { at, bin } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

/** The console with a simulated service inside, as files for any static host: `apps/console/dist-demo` (docs/decisions/014-demo-mode.md). */
await main(async () => {
  await install()
  rmSync(at('apps/console/dist-demo'), { recursive: true, force: true })
  await run(bin('vite'), ['build', '--mode', 'demo', '--logLevel', 'warn'], {
    cwd: at('apps/console'),
    otherwise: 'The demo could not be built: the words of vite are above.',
  })
  console.log(
    'The demo is in apps/console/dist-demo. Any static host will do, below any path, over https or on localhost.',
  )
})
