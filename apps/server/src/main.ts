import { openDb } from '#db/client'
import { startJobs } from '#jobs/start'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { hostsInWords } from './hosts.ts'
import { jobs } from './job-list.ts'
import { prepare } from './prepare.ts'
import { failureText, StartRefusal } from './refusal.ts'
import { stopInOrder } from './stop.ts'

/** Opens the service; what it returns ends it. How to sign in goes to standard error; standard output is the log alone. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const { database, pools, logger, vault, storage, firstPassword, isOpenDemo } = await prepare(config, say)
  const app = await buildApp({
    pool: pools.pool,
    sidePool: pools.sidePool,
    vault,
    storage,
    logger,
    trustProxy: config.trustProxy,
    allowedHosts: config.allowedHosts,
    metricsToken: config.metricsToken,
    settings: config.settings,
    isDemo: config.isEmbedded,
    links: config.links,
  })
  const { listener, settings } = app.services
  const running = await startJobs({
    jobs,
    services: { db: openDb(pools.jobPool), pool: pools.jobPool, settings, storage, vault },
    listener,
    log: logger,
  })
  const stop = async () => {
    await Promise.all([running.stop(), app.close()])
    await database.stop()
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await stop()
    throw refusalToListen(error, config.host, config.port)
  }

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const lines = [`\nKabao is ready: http://${host}:${port}`, hostsInWords(config.allowedHosts)]
  if (isOpenDemo) {
    lines.push(
      'Sign in with admin / admin. This is a demo: it listens on this machine only until that password is changed.',
    )
  }
  if (firstPassword) {
    lines.push(
      `Sign in with admin / ${firstPassword} (shown this once; it must be changed at the first sign-in).`,
    )
  }
  // In one piece: who waits for the first line has the rest too.
  say(lines.join('\n'))
  return stop
}

function refusalToListen(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartRefusal(`Port ${port} on ${host} is in use by another program; set PORT to a free one.`)
    case 'EACCES':
      return new StartRefusal(`Port ${port} may not be opened by this user; set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefusal(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}

const report = (error: unknown) => void process.stderr.write(`${failureText(error)}\n`)

const started = start()
stopInOrder(started, report)
started.catch((error: unknown) => {
  report(error)
  process.exit(1)
})
