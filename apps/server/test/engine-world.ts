import { type Partner, startPartner } from '#demo/partner/partner'
import { partnerTemplate } from '#demo/partner/template'
import { type EngineOptions, type RunningEngine, startEngine } from '#engine/start'
import { addStep } from '#engine/steps'
import { recharge } from '#ledger/bookings'
import { secretPurpose } from '#partners/templates/secret-purpose'
import { createDb } from '#platform/db/client'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { writeSetting } from '#platform/settings/store'
import type { TestApp } from './harness.ts'

export interface EngineWorld {
  partner: Partner
  /** Adds an organization that the built-in partner plays under its code, with a balance and a plan. */
  org(fields: {
    code: string
    flow?: 'full' | 'half' | 'uv' | 'city'
    /** Where visitors arrive; an organization with an address has no template for logins. */
    loginUrl?: string
    /** By default the built-in partner itself. */
    host?: string
    balanceFen?: number
    canQuery?: boolean
    timeoutMs?: number
    plan?: Record<string, unknown>
  }): Promise<{ orgId: string; planId: string }>
  /** Adds people with a complete profile. @returns their ids */
  people(count: number, fields?: Record<string, unknown>): Promise<string[]>
  /** Sends people into the pipeline. */
  enter(ids: readonly string[]): Promise<void>
  /** Starts an instance of the engine, with pauses that a test can wait for. */
  start(options?: Partial<EngineOptions>): Promise<RunningEngine>
  /** Leaves an instance running that a test has made hang. */
  forget(engine: RunningEngine): void
  /** Stops the instances that were started here. */
  stop(): Promise<void>
  /** Makes all steps older, as if these milliseconds had passed. @param ids by default of everybody */
  later(ms: number, ids?: readonly string[]): Promise<void>
  /** Waits until nobody is on the way except those who wait for a person. */
  settled(ms?: number): Promise<void>
  /** What the instances have logged as a warning or an error. */
  logged: string[]
  one<T>(text: string, ...values: unknown[]): Promise<T>
  all<T>(text: string, ...values: unknown[]): Promise<T[]>
}

let phones = 13_900_000_000
/** What of the state of a step is an instant. `searchAt` is one of earlier versions. */
const instants = ['searchAt', 'askedAt', 'heldFrom', 'waitsFrom']

/** Of the test app, what a world uses; `app` only to start instances in this process. */
export type WorldApp = Pick<TestApp, 'pool' | 'db' | 'servicePool' | 'vault'> & Partial<Pick<TestApp, 'app'>>

/**
 * An engine's world: a partner over HTTP and the real database of the test. Call it when the test app has started.
 * @param through opens a gate in front of the partner, through which organizations are then called; returns its port
 */
export async function engineWorld(
  app: WorldApp,
  { through }: { through?: (partnerPort: number) => Promise<number> } = {},
): Promise<EngineWorld> {
  // Nobody waits for a cap or a balance that may open again, unless a test wants it.
  await writeSetting(app.db, 'push.waitMinutes', 0, null)
  await app.app?.services.settings.refresh()
  const partner = await startPartner()
  const port = through ? await through(partner.port) : partner.port
  const running: RunningEngine[] = []
  const logged: string[] = []
  const note = ({ err }: { err?: unknown }, message: string) => void logged.push(`${message}: ${err}`)
  const log = { info: () => undefined, warn: note, error: note }
  const all: EngineWorld['all'] = async (text, ...values) => (await app.pool.query(text, values)).rows
  const one: EngineWorld['one'] = async (text, ...values) => (await all(text, ...values))[0] as never

  return {
    partner,
    logged,
    all,
    one,
    async org({ code, flow = 'full', loginUrl, host, balanceFen = 1_000_000, plan = {}, ...options }) {
      const { id: orgId } = await one<{ id: string }>(
        `insert into org (code, name, flow, status, login_url) values ($1, $1, $2, 'enabled', $3) returning id`,
        ...[code, flow, loginUrl ?? null],
      )
      const address = `http://${host ?? `127.0.0.1:${port}`}`
      if (loginUrl === undefined)
        await app.pool.query('insert into org_template (org_id, template) values ($1, $2)', [
          orgId,
          JSON.stringify(partnerTemplate(address, code, { ...options, flow })),
        ])
      await app.pool.query('insert into org_secret (org_id, name, sealed) values ($1, $2, $3)', [
        ...[orgId, 'hashKey', app.vault.seal(`key of ${code}`, secretPurpose)],
      ])
      if (balanceFen > 0)
        await app.db.transaction().execute((write) =>
          recharge(write, {
            orgId,
            way: 'bank',
            amountFen: balanceFen,
            businessDay: '2026-01-01',
            ref: { kind: 'recharge', id: `test-${orgId}` },
          }),
        )
      const columns = {
        org_id: orgId,
        name: code,
        flow,
        status: 'running',
        price_fen: 100,
        starts_on: '2020-01-01',
        ...plan,
      }
      const names = Object.keys(columns)
      const { id: planId } = await one<{ id: string }>(
        `insert into plan (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()}) returning id`,
        ...Object.values(columns),
      )
      return { orgId, planId }
    },
    async people(count, fields = {}) {
      const columns = { name: '张三', flow: 'full', profiled_at: new Date().toISOString(), ...fields }
      const names = Object.keys(columns)
      const from = phones
      phones += count
      const rows = await all<{ id: string }>(
        `insert into "user" (phone, ${names.join()})
         select ($1::bigint + nth)::text, ${names.map((_, nth) => `$${nth + 3}`).join()}
         from generate_series(1, $2::int) nth returning id`,
        ...[from, count, ...Object.values(columns)],
      )
      return rows.map(({ id }) => id)
    },
    enter: (ids) =>
      addStep(
        app.db,
        ids.map((userId) => ({ userId, kind: 'screen' as const })),
      ),
    async start(options = {}) {
      if (!app.app) throw new Error('this world starts no instances in this process')
      const { settings, listener } = app.app.services
      const engine = await startEngine({
        db: createDb(app.servicePool),
        vault: app.vault,
        settings,
        listener,
        log,
        outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [`127.0.0.1:${port}`] }),
        pauses: { retry: [100, 200, 300], query: [100, 200, 300] },
        ...options,
        limits: { idleMs: 20, ...options.limits },
      })
      running.push(engine)
      return engine
    },
    forget: (engine) => void running.splice(running.indexOf(engine), 1),
    async stop() {
      await Promise.all(running.splice(0).map((engine) => engine.stop()))
    },
    async later(ms, ids) {
      await app.pool.query(
        `update due_step set due_at = due_at - make_interval(secs => $1::float8 / 1000), state = state || coalesce((
           select jsonb_object_agg(key, value::text::float8 - $1) from jsonb_each(state) where key = any($2)), '{}')
         where $3::bigint[] is null or user_id = any($3)`,
        [ms, instants, ids ?? null],
      )
    },
    async settled(ms = 25_000) {
      const end = performance.now() + ms
      const left = () =>
        one<{ n: number }>(`select count(*)::int as n from due_step where due_at <> 'infinity'`)
      while ((await left()).n > 0) {
        if (performance.now() > end)
          throw new Error(
            `people are still on the way: ${JSON.stringify(await all('select * from due_step limit 3'))}`,
          )
        await new Promise((done) => setTimeout(done, 30))
      }
    },
  }
}
