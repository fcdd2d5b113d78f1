import './lib/node-version.mjs'
import { install } from './lib/install.mjs'
import { at, bin } from './lib/paths.mjs'
import { ending, main, start, stopChildren } from './lib/run.mjs'

const serverPort = '8081'
const consolePort = '8080'

await main(async () => {
  await install()
  console.log(
    `The console, live: http://127.0.0.1:${consolePort} (its server: http://127.0.0.1:${serverPort})`,
  )
  const server = start('node', ['--watch', '--watch-preserve-output', 'apps/server/src/boot/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: serverPort },
  })
  const vite = start(
    bin('vite'),
    ['--host', '127.0.0.1', '--port', consolePort, '--strictPort', '--clearScreen', 'false'],
    {
      cwd: at('apps/console'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, KABAO_SERVICE: `http://127.0.0.1:${serverPort}` },
    },
  )
  // When either process ends, the other one is stopped, too.
  process.exitCode = await Promise.race([ending(server), ending(vite)])
  await stopChildren()
})
