import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { prepare } from './prepare.ts'
import { StartRefusal } from './refusal.ts'

/** How long requests under way may take to finish at a stop, in milliseconds. */
const stopMs = 20_000

/** Opens the service. Progress and how to sign in go to standard error; standard output is the log alone. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const service = await prepare(config, say)
  const { database, logger, vault, firstPassword, isOpenDemo } = service

  const app = await buildApp({
    pool: database.pool,
    sidePool: database.sidePool,
    vault,
    logger,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    settings: config.settings,
    isDemo: config.isEmbedded,
    links: config.links,
  })
  const closing = closeWithGrace({ delay: stopMs, logger }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'an error that nobody caught')
    else logger.info({ signal }, 'stopping')
    await app.close()
    await database.stop()
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    closing.uninstall()
    await app.close()
    await database.stop()
    throw refusalToListen(error, config.host, config.port)
  }

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  say(`\nKabao is ready: http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`)
  if (isOpenDemo) say('Sign in with admin / admin. This is a demo: it listens on this machine only until that password is changed.')
  if (firstPassword) say(`Sign in with admin / ${firstPassword}. It is shown this once and must be changed at the first sign-in.`)
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

main().catch((error: unknown) => {
  if (error instanceof StartRefusal) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
