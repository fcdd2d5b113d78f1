import type { FastifyInstance } from 'fastify'
import { type Consent, createPartnerErrors, createRunningPlans, type RunningPlans } from '#engine'
import { createCheckKeys } from '#partners'
import { createPaying, listeningAddress } from '#payment'
import { createBatcher, type Shedding } from '#platform/batcher'
import { registerEntrance } from '#platform/http/entrance'
import { withPartitions } from '#platform/partitions/missing'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { sealedBy } from './answered.ts'
import { intakeApi } from './api.ts'
import { batchCalls } from './batched-calls.ts'
import { createCallRate } from './call-rate.ts'
import { registerCallbacks } from './callback.ts'
import { openPartners } from './caller.ts'
import { intakeCallsAt } from './calls.ts'
import { type Check, checkPhones } from './check.ts'
import { intakeEntrance } from './entrance.ts'
import { type Entered, type Entry, enter } from './entry.ts'
import { acceptConsents } from './half.ts'
import { createInstances } from './instances.ts'
import { type NewLead, takeLeads } from './lead.ts'
import { allowOtherOrigins } from './other-origins.ts'
import { type Registration, registerUsers } from './register.ts'
import { createRequestLog } from './request-log.ts'
import { countVisits, type Report } from './visit.ts'
import { createVisitTexts } from './visits.ts'

/** Serves `/open` on an app, and ends what it opened when the app is closed. */
export async function registerOpen(
  app: FastifyInstance,
  services: Services,
  limits: Omit<Shedding, 'note'> = {},
): Promise<void> {
  const { db, sideDb, vault, settings, listener, meters } = services
  const { log } = app
  const partners = await openPartners(db, vault, listener)
  const checkKeys = await createCheckKeys(db, vault, listener)
  const instances = await createInstances(sideDb, (error) =>
    log.warn({ err: error }, 'the instances of the partner API could not be counted'),
  )
  const requestLog = createRequestLog(sideDb, log)
  const sealed = sealedBy(vault)
  const shedding = (where: string): Shedding => ({
    ...limits,
    note: (reason) => meters.shed(where, reason),
  })
  const entries = createBatcher<Entry, Entered>({
    run: (all) => withPartitions(db, () => db.transaction().execute((write) => enter(write, all))),
    waitMs: 2,
    note: (calls, seconds) => meters.batch('entries', calls, seconds),
    shedding: shedding('entries'),
  })
  const batching = { db, sealed, meters, shedding }
  const registrations = batchCalls<Registration>('registrations', batching, (write, all) =>
    registerUsers(write, { vault, settings, checkKeys }, all),
  )
  const leads = batchCalls<NewLead>('leads', batching, (write, all) =>
    takeLeads(write, { vault, settings }, all),
  )
  const checks = batchCalls<Check>('checks', batching, (write, all) =>
    checkPhones(write, { settings, checkKeys }, all),
  )
  const texts = createVisitTexts(sideDb)
  const reports = batchCalls<Report>('visits', batching, (write, all) =>
    countVisits(write, { texts, vault, clock: businessClock(settings) }, all),
  )
  const plans = await createRunningPlans(db, listener, log, settings)
  const partnerErrors = createPartnerErrors(sideDb, settings, log)
  const finding = {
    partnerErrors,
    db,
    vault,
    settings,
    plans,
    outgoing: services.outgoing,
    log,
    clock: () => businessClock(settings),
  }
  const consents = batchCalls<Consent>('consents', batching, (write, all) =>
    acceptConsents(write, finding, all),
  )
  const paying = createPaying(services, { log, listensAt: () => listeningAddress(app) })
  const entrance = intakeEntrance({
    db,
    partners,
    callRate: createCallRate(instances.count),
    standardRate: () => settings.get('open.callsPerSecond'),
    countUnsigned: services.anonymousThrottle,
    entries,
    sealed,
    meters,
    log,
  })
  const served = intakeCallsAt(entrance, {
    vault,
    settings,
    finding,
    paying,
    errors: services.errors,
    errorThrottle: services.errorThrottle,
    registrations,
    leads,
    consents,
    checks,
    reports,
  })
  app.decorate('open', { instances, requestLog, plans })
  await app.register(async (scope) => {
    requestLog.watch(scope)
    allowOtherOrigins(scope)
    registerEntrance(scope, served, intakeApi)
    registerCallbacks(scope, paying)
  })
  app.addHook('onClose', async () => {
    await Promise.all([registrations, leads, consents, checks, reports, entries].map((each) => each.stop()))
    await Promise.all([requestLog.stop(), partnerErrors.stop()])
    await instances.stop()
    plans.stop()
    partners.stop()
    checkKeys.stop()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the partner API has in memory. */
    open: {
      instances: Awaited<ReturnType<typeof createInstances>>
      requestLog: ReturnType<typeof createRequestLog>
      plans: RunningPlans
    }
  }
}
