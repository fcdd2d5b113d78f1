import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { demoPassword } from '#access'
import { startLiveDemo } from '#demo/live'
import { startEngine } from '#engine'
import { createPaying, listeningAddress, orderNotices, startPayments } from '#payment'
import { failureText, StartRefusal } from '#platform/base/refusal'
import { type Config, readConfig } from '#platform/config/config'
import type { ServicePools } from '#platform/config/database'
import { hostsInWords } from '#platform/config/hosts'
import { createDb } from '#platform/db/client'
import { createLongReads, type LongReads } from '#platform/db/long-reads'
import { startDeliveries } from '#platform/deliveries/worker'
import { declare, poolsOfJobs } from '#platform/instances/declare'
import { startJobs } from '#platform/jobs/start'
import { businessClock, businessDay } from '#platform/settings/business-clock'
import { startTracing } from '#platform/tracing/start'
import { linksOf, reachKinds } from '#reach'
import { startFold } from '#statistics'
import { buildApp } from './app.ts'
import { type Prepared, prepare } from './prepare.ts'
import { jobs } from './registry.ts'
import { endParts, type Part, type Stop, stopInOrder } from './stop.ts'

/** Starts the service; what it returns ends it. How to sign in goes to standard error; standard output is the log alone. */
async function start(config: Config): Promise<Stop> {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const { database, pools, logger, vault, keys, firstPassword, openAccounts, ...prepared } = await prepare(
    config,
    say,
  )
  // The database is closed last, even if closing the others fails.
  const databasePart: Part = { name: 'The database', ms: 8_000, end: () => database.stop() }
  const last = [databasePart]
  const keysPart: Part = { name: 'The data keys', ms: 900, end: () => keys.stop() }
  const running: Part[] = []
  const stop: Stop = (isOrderly) => endParts([running, [keysPart], last], isOrderly)
  try {
    const tracer = await startTracing(config, logger)
    // What is left to send goes while the database is closed.
    if (tracer) last.push({ name: 'The traces', ms: 6_000, end: () => tracer.stop() })
    const demo = config.demoUsers > 0 ? await startLiveDemo(createDb(database.pool), vault, config) : null
    if (demo) running.push({ name: 'The demo', ms: 11_000, end: () => demo.stop() })
    const app = await buildApp({
      pool: pools.pool,
      sidePool: pools.sidePool,
      read: pools.readPool && { pool: pools.readPool, lagSeconds: config.readLagSeconds },
      createPool: pools.createPool,
      otherPools: config.serve.has('jobs') ? poolsOfJobs(pools) : {},
      vault,
      storage: prepared.storage,
      logger,
      trustProxy: config.trustProxy,
      allowedHosts: config.allowedHosts,
      publicUrl: config.publicUrl,
      metricsToken: config.metricsToken,
      outgoing: { listed: [...config.internalPartners, ...(demo?.targets ?? [])] },
      serve: (['api', 'open'] as const).filter((entrance) => config.serve.has(entrance)),
      instance: declare(config, pools),
      settings: config.settings,
      isDemo: config.isEmbedded,
      takesSandbox: config.takesSandbox,
      links: config.links,
    })
    const seconds = config.drainSeconds
    const endCalls = async (isOrderly: boolean) => {
      if (isOrderly) await app.drain(seconds)
      await app.close()
    }
    running.push({ name: 'The calls', ms: seconds * 1_000 + 11_000, end: endCalls })
    if (config.serve.has('jobs')) {
      const { listener, settings, providerOf, storage, meters, faults, publicUrl } = app.services
      const jobsRunning = await startJobs({
        jobs,
        services: {
          db: createDb(pools.jobPool),
          pool: pools.jobPool,
          settings,
          storage,
          vault,
          providerOf,
          faults,
          publicUrl,
          longReads: longReadsOf(pools, config, logger),
        },
        heavy: { db: createDb(pools.heavyJobPool), pool: pools.heavyJobPool },
        queueDb: createDb(pools.queuePool),
        listener,
        log: logger,
        meters,
      })
      running.push({ name: 'The jobs', ms: 11_000, end: () => jobsRunning.stop() })
      const { outgoing, riskOf, changes } = app.services
      const engine = await startEngine({
        db: createDb(pools.enginePool),
        vault,
        settings,
        listener,
        outgoing,
        riskOf,
        changes,
        log: logger,
        meters,
      })
      running.push({ name: 'The pipeline', ms: 11_000, end: () => engine.stop() })
      const payments = startPayments(
        createPaying(
          { ...app.services, db: createDb(pools.enginePool) },
          { log: logger, listensAt: () => listeningAddress(app) },
        ),
        undefined,
        meters,
      )
      running.push({ name: 'The payments', ms: 11_000, end: () => payments.stop() })
      const day = () => businessDay(settings)
      const deliveryDb = createDb(pools.enginePool)
      const delivering = startDeliveries(
        { db: deliveryDb, outgoing, day, log: logger },
        [
          ...reachKinds({
            db: deliveryDb,
            vault,
            day,
            outgoing,
            clock: () => businessClock(settings),
            linkTo: linksOf(config.publicUrl),
          }),
          orderNotices(vault),
        ],
        undefined,
        meters,
      )
      running.push({ name: 'The deliveries', ms: 11_000, end: () => delivering.stop() })
      const folding = startFold(createDb(pools.jobPool), logger)
      running.push({ name: 'The statistics', ms: 11_000, end: () => folding.stop() })
    }
    await app.listen({ port: config.port, host: config.host })
    demo?.begin(app.server.address() as AddressInfo, logger)
    say(greeting(app, config, { firstPassword, openAccounts }))
    return stop
  } catch (error) {
    await stop(false)
    throw refusalToListen(error, config.host, config.port)
  }
}

/** The replica for the files of exports and reports, if there is one. */
function longReadsOf(
  { longReadPool }: ServicePools,
  { readLagSeconds }: Config,
  logger: FastifyBaseLogger,
): LongReads | undefined {
  const report = (error: unknown) =>
    logger.warn({ err: error }, 'a file is read from the primary, not the replica')
  return longReadPool
    ? createLongReads({ replica: longReadPool, lagSeconds: readLagSeconds, report })
    : undefined
}

/** Written at once, so that a reader of the first line has the rest too. */
function greeting(
  app: FastifyInstance,
  config: Config,
  { firstPassword, openAccounts }: Pick<Prepared, 'firstPassword' | 'openAccounts'>,
): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const lines = [`\nKabao is ready: http://${host}:${port}`, hostsInWords(config.allowedHosts)]
  const [first, ...others] = openAccounts
  if (first !== undefined && !config.isEmbedded) {
    lines.push(
      `Accounts of a demo came with this database, and its well-known password opens them: ${openAccounts.join(', ')}. Change it, or disable them, before others reach this address.`,
    )
  } else if (first !== undefined) {
    lines.push(
      `Sign in with ${first} / ${demoPassword}. This is a demo: it listens on this machine only until that password is changed.`,
    )
  }
  if (config.isEmbedded && others.length > 0)
    lines.push(`With the same password, one person for each role: ${others.join(', ')}.`)
  if (firstPassword) {
    lines.push(
      `Sign in with admin / ${firstPassword} (shown this once; it must be changed at the first sign-in).`,
    )
  }
  return lines.join('\n')
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

const run = async () => {
  const config = readConfig(process.env)
  return { stop: await start(config), drainSeconds: config.drainSeconds }
}
const started = run()
stopInOrder(started, report)
started.catch((error: unknown) => {
  report(error)
  process.exit(1)
})
