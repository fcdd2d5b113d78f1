import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import { callerFinder, createLockout, createSsoProvider, nameOfSso, rulesOf } from '#access'
import { registerOpen } from '#intake'
import { noteUseIn } from '#partners'
import { providersBy } from '#payment'
import { consoleFolder } from '#platform/base/paths'
import { createLookUps } from '#platform/callers/look-ups'
import { refusalThrottle } from '#platform/callers/refusal-throttle'
import { revealThrottle } from '#platform/callers/reveal-throttle'
import { anonymousThrottle, errorThrottle, statementThrottle } from '#platform/callers/throttle'
import { createChanges } from '#platform/db/changes'
import { createDb } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createErrorIntake } from '#platform/errors/intake'
import { exportThrottle } from '#platform/exports/limits'
import { watchClock } from '#platform/faults/clock'
import { watchDatabase } from '#platform/faults/database'
import { createFaults } from '#platform/faults/faults'
import { addFaultGauge } from '#platform/faults/gauge'
import { watchStandby } from '#platform/faults/standby'
import { noteStorage, watchedStorage } from '#platform/faults/storage'
import { registerBodyTime, uploadTime } from '#platform/http/body-time'
import { registerConnections } from '#platform/http/connections'
import { registerConsole } from '#platform/http/console-files'
import { registerEntrance } from '#platform/http/entrance'
import {
  answerBadAddress,
  answerUnreadable,
  registerErrors,
  registerUnknownPaths,
} from '#platform/http/errors'
import { registerEventStreams } from '#platform/http/event-stream'
import { noteUntrustedProxy } from '#platform/http/forwarded'
import { registerHealth } from '#platform/http/health'
import { type AllowedHosts, registerHosts } from '#platform/http/hosts'
import { anonymousBodyLimit } from '#platform/http/input'
import { createMetrics, registerMetrics } from '#platform/http/metrics'
import { countRequests } from '#platform/http/open-requests'
import { createReads } from '#platform/http/reads'
import { registerSecurityHeaders } from '#platform/http/security-headers'
import { registerTraces } from '#platform/http/traces'
import { jsonReader } from '#platform/http/utf8'
import { createInstance, type Declared, type Instance } from '#platform/instances/instance'
import type { Vault } from '#platform/keys/vault'
import { addGauges, type ReadingLimits, standardReadingLimits } from '#platform/metrics/database-gauges'
import { addDiskGauges } from '#platform/metrics/disk'
import { addInstanceGauges } from '#platform/metrics/instance'
import { createMeters } from '#platform/metrics/meters'
import { addPoolGauges, type NamedPools } from '#platform/metrics/pools'
import { createOutgoing, type OutgoingOptions, outcomeOf } from '#platform/outgoing/outgoing'
import type { Services } from '#platform/services'
import { createSettings } from '#platform/settings/settings'
import type { Storage } from '#platform/storage/storage'
import { type RiskProvider, userWith } from '#users'
import { adminApi } from './admin-api.ts'
import { areas, fileRules, gaugeGroups, guardedChanges, jobs } from './registry.ts'

export interface AppOptions {
  pool: pg.Pool
  /** For writes that stay if the transaction is rolled back. A pool of its own, because a full pool would deadlock on itself. */
  sidePool: pg.Pool
  /** A replica for reads, and how far it may be behind. */
  read?: { pool: pg.Pool; lagSeconds: number } | null
  /** For the calls of the partner API; by default the pool of the other calls. */
  createPool?: pg.Pool
  vault: Vault
  storage: Storage
  logger: FastifyBaseLogger
  /** How many proxies in front are trusted to give the caller's address. */
  trustProxy?: number
  /** The host names that are answered; null or left out: any. */
  allowedHosts?: AllowedHosts | null
  /** Under which browsers reach the console, without a path. */
  publicUrl?: string | null
  metricsToken?: string | null
  /** The pools of the jobs and the pipeline: their faults are this instance's too, and they are in the metrics. */
  otherPools?: NamedPools
  readingLimits?: Partial<ReadingLimits>
  /** How often a stream sends a heartbeat and checks that the caller's session is alive, in milliseconds. */
  heartbeatMs?: number
  /** How addresses that a person typed are called. */
  outgoing?: Omit<OutgoingOptions, 'report'>
  /** Replaces the risk provider; it gets ours to fall back on or to extend. */
  risk?: (own: RiskProvider) => RiskProvider
  /** Replaces the payment providers. */
  providerOf?: Services['providerOf']
  /** Whether collection channels of the built-in sandbox take orders; by default they do not. */
  takesSandbox?: boolean
  /** How long a call of the partner API waits for its turn, and behind how many; the standard if it is left out. */
  shedding?: { afterMs?: number; behind?: number }
  /** Which entrances are served; both if it is left out. */
  serve?: readonly ('api' | 'open')[]
  /** What this instance says of itself every few seconds; left out: it says nothing. */
  instance?: Declared & { beatMs?: number }
  settings?: boolean
  isDemo?: boolean
  links?: { designSystem: string; faq: string }
}

/** The whole service as a value: `main` makes it listen on a port, tests call it without one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { pool, sidePool, vault, logger } = options
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < (options.trustProxy ?? 0),
    // The default is small, for requests to unknown endpoints; each endpoint sets how much of a body it reads (`bodyLimitOf`).
    bodyLimit: anonymousBodyLimit,
    requestTimeout: uploadTime,
    // A request without a host is answered with the envelope, like all others (`registerHosts`).
    http: { requireHostHeader: false },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadable,
    // Requests that have arrived are answered, also while the service stops.
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
  })
  registerTraces(app)
  noteUntrustedProxy(app, options.trustProxy ?? 0)
  const openRequests = countRequests(app)
  const db = createDb(pool)
  const sideDb = createDb(sidePool)
  const faults = createFaults(logger)
  const writing = [pool, sidePool, options.createPool ?? pool, ...Object.values(options.otherPools ?? {})]
  const unwatch = watchDatabase(sideDb, faults, writing)
  app.addHook('onClose', async () => unwatch())
  const clock = watchClock(sideDb, faults)
  app.addHook('onClose', () => clock.stop())
  const standby = watchStandby(sideDb, faults, writing)
  app.addHook('onClose', () => standby.stop())
  const storage = watchedStorage(options.storage, faults)
  const listener = createListener(pool.options, (error) => logger.warn({ err: error }, 'listening broke off'))
  app.addHook('onClose', () => listener.stop())
  const settings = await createSettings(db, listener, logger)
  app.addHook('onClose', async () => settings.stop())
  const changes = createChanges(sideDb, (error) =>
    logger.warn({ err: error }, 'changes could not be announced'),
  )
  app.addHook('onClose', () => changes.stop())
  const reads = await createReads({ db, listener, read: options.read ?? null, logger })
  app.addHook('onClose', () => reads.stop())
  const metrics = createMetrics()
  const meters = createMeters(metrics.registry)
  const errors = createErrorIntake({
    db: sideDb,
    settings,
    shedding: { note: (reason) => meters.shed('errors', reason) },
    onFailure: (error) => logger.warn({ err: error }, 'an error could not be counted'),
  })
  app.addHook('onClose', () => errors.stop())
  const rules = rulesOf(settings)
  const reveals = revealThrottle(sidePool, settings)
  const outgoing = createOutgoing({
    ...options.outgoing,
    report({ purpose, ...line }) {
      meters.partnerCall(purpose, outcomeOf(line), line.ms / 1_000)
      logger.info(line, 'called a partner')
    },
  })
  const notePrevious = noteUseIn(sideDb, logger)
  const services: Services = {
    db,
    sideDb,
    vault,
    storage,
    rules,
    lockout: createLockout(sideDb, rules.lockout),
    errors,
    faults,
    errorThrottle: errorThrottle(sidePool),
    anonymousThrottle: anonymousThrottle(),
    statementThrottle: statementThrottle(sidePool),
    revealThrottle: reveals,
    exportThrottle: exportThrottle(sidePool),
    refusalThrottle: refusalThrottle(sidePool),
    ownerOfNumber: (read, kind, value) => userWith(read, vault, kind, value),
    lookUps: createLookUps({ db, vault, settings, revealThrottle: reveals }),
    reads,
    findCaller: callerFinder(pool, rules),
    listener,
    changes,
    settings,
    meters,
    streams: registerEventStreams(app),
    heartbeatMs: options.heartbeatMs ?? 20_000,
    publicUrl: options.publicUrl ?? null,
    sso: createSsoProvider({ vault, outgoing, publicUrl: options.publicUrl ?? null }),
    outgoing,
    notePrevious,
    providerOf: options.providerOf ?? providersBy(outgoing, notePrevious),
    takesSandbox: options.takesSandbox ?? false,
    riskOf: options.risk ?? ((own) => own),
    instanceId: options.instance ? randomUUID() : null,
  }
  addPoolGauges(metrics.registry, {
    calls: pool,
    side: sidePool,
    ...(options.read && { reads: options.read.pool }),
    ...(options.createPool && options.createPool !== pool && { intake: options.createPool }),
    ...options.otherPools,
  })
  addGauges(metrics.registry, sideDb, gaugeGroups, { ...standardReadingLimits, ...options.readingLimits })
  addFaultGauge(metrics.registry, faults)
  addDiskGauges(metrics.registry, storage.incoming)
  app.decorate('services', services)
  app.decorateReply('envelopeCode', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('jsonBody', undefined)

  // A DELETE or an act without input may have the JSON content type and no body.
  app.removeContentTypeParser('application/json')
  const readJson = jsonReader(app)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)

  registerErrors(app, errors)
  app.addHook('onError', async (_request, _reply, error) => noteStorage(faults, error))
  registerBodyTime(app)
  await registerSecurityHeaders(app)
  registerHosts(app, options.allowedHosts ?? null)
  registerUnknownPaths(app)
  await app.register(compress, {
    // No client sends compressed bodies, and a few bytes of one can decompress to very many.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [brotliQuality]: 4 } },
  })

  let instance: Instance | null = null
  const isStopping = registerConnections(app, () => instance?.beat())
  if (options.instance && services.instanceId !== null)
    instance = await createInstance({
      id: services.instanceId,
      db: sideDb,
      listener,
      reads,
      isDraining: isStopping,
      ...options.instance,
      report: (error) => logger.warn({ err: error }, 'the heartbeat could not be written'),
    })
  app.addHook('onClose', async () => instance?.stop())
  addInstanceGauges(metrics.registry, {
    isStopping,
    openRequests,
    streams: services.streams.count,
    listenerSilentMs: listener.silentMs,
    replicaLagMs: () => reads.replica()?.lagMs ?? null,
  })

  // Only the path's pattern is logged, because a query may hold a password and a path an id.
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const code = reply.envelopeCode ?? String(reply.statusCode)
    metrics.observe(route, request.method, code, reply.elapsedTime / 1000)
    const line = {
      route,
      method: request.method,
      status: reply.statusCode,
      code,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(line, 'answered')
    done()
  })

  const serve = options.serve ?? entrances
  if (serve.includes('api')) {
    const served = areas.flatMap(({ routes }) => routes(services, { jobs, fileRules, guardedChanges }))
    registerEntrance(app, served, adminApi)
  }
  if (serve.includes('open'))
    await registerOpen(app, { ...services, db: createDb(options.createPool ?? pool) }, options.shedding)
  registerHealth(app, isStopping)
  registerMetrics(app, metrics, {
    token: options.metricsToken ?? null,
    trustProxy: options.trustProxy ?? 0,
    allowedHosts: options.allowedHosts ?? null,
  })
  if (!serve.includes('api')) return app
  await registerConsole(app, consoleFolder, async () => ({
    apiBase: '',
    settings: options.settings ?? false,
    demo: options.isDemo ?? false,
    timezone: settings.get('business.timezone'),
    dayStartsAt: settings.get('business.dayStartsAt'),
    sso: options.publicUrl ? await nameOfSso(db) : null,
    links: options.links ?? {
      designSystem: 'https://arco.design',
      faq: 'https://arco.design/vue/docs/pro/faq',
    },
  }))
  return app
}

const entrances = ['api', 'open'] as const

/** zlib's BROTLI_PARAM_QUALITY. */
const brotliQuality = 1
