import { recharge } from '#ledger/bookings'
import { type Counter, counterOf, decidePushes, type Ended, type OnTheWay, type Plan } from './batch-calls.ts'
import type { TestApp } from './harness.ts'
import { businessDay, inTransaction } from './ledger.ts'

export interface OpenPush extends Pick<Ended, 'user' | 'push' | 'claims'> {
  counter: Counter
}

export function batchWorld(app: TestApp) {
  let number = 13_700_000_000
  const all = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await app.pool.query(text, values)).rows
  const one = async <T>(text: string, ...values: unknown[]): Promise<T> =>
    (await all<T>(text, ...values))[0] as T

  const world = {
    all,
    one,
    /** A plan of a new organization with a balance, or another plan of an organization. */
    async plan({ balance = 0, org }: { balance?: number; org?: string } = {}): Promise<Plan> {
      const code = `b${number++}`
      const orgId =
        org ??
        (
          await one<{ id: string }>(
            `insert into org (code, name, flow) values ($1, $1, 'full') returning id`,
            code,
          )
        ).id
      if (balance > 0)
        await inTransaction(app.db, (write) => {
          const ref = { kind: 'recharge', id: code }
          return recharge(write, { orgId, way: 'bank', amountFen: balance, ref, businessDay })
        })
      const { id } = await one<{ id: string }>(
        `insert into plan (org_id, name, flow, price_fen, starts_on, status) values ($1, $2, 'full', 1, '2020-01-01', 'running') returning id`,
        ...[orgId, code],
      )
      return { plan: id, org: orgId }
    },
    async channel(): Promise<string> {
      const { id } = await one<{ id: string }>(
        `insert into channel (name, flow) values ($1, 'full') returning id`,
        `b${number++}`,
      )
      return id
    },
    /** People whose step somebody holds. */
    async people(count: number, kind = 'match', fields: Record<string, unknown> = {}): Promise<OnTheWay[]> {
      const columns = { name: '张三', flow: 'full', profiled_at: '2026-01-01', status: 'profiled', ...fields }
      const names = Object.keys(columns)
      const from = number
      number += count
      return all<OnTheWay>(
        `with made as (
           insert into "user" (phone, ${names.join()})
           select ($1::bigint + nth)::text, ${names.map((_, nth) => `$${nth + 4}`).join()} from generate_series(1, $2::int) nth returning id
         )
         insert into due_step (user_id, kind, claims, due_at) select id, $3, 1, now() + interval '1 minute' from made order by id
         returning user_id as user, claims`,
        ...[from, count, kind, ...Object.values(columns)],
      )
    },
    /** What is stored of these people. */
    stored: (users: readonly string[]) =>
      one<Record<string, number>>(
        `select (select count(*)::int from push_record where user_id = any($1)) as pushes,
           (select count(*)::int from push_dedupe where user_id = any($1)) as pairs,
           (select count(*)::int from match_run where user_id = any($1)) as runs,
           (select count(*)::int from step_taken where user_id = any($1)) as lines,
           (select sum(push_count)::int from "user" where id = any($1)) as counted,
           (select count(*)::int from due_step where user_id = any($1) and kind = 'submit') as submits,
           (select count(*)::int from hold h join push_record p on p.id::text = h.ref_id where p.user_id = any($1)) as holds`,
        users,
      ),
    accountOf: (org: string) =>
      one<{ balance: number; held: number }>(
        'select balance_fen::int as balance, held_fen::int as held from account where org_id = $1',
        org,
      ),
    /** What is used of a counter; nothing if it is not stored. */
    async useOf({ kind, id, channelId, span, starts }: Counter): Promise<{ used: number; fen: number }> {
      const [use] = await all<{ used: number; fen: number }>(
        `select used, fen::int as fen from cap_use where (kind, id, channel_id, span, starts) = ($1, $2, $3, $4, $5)`,
        ...[kind, id, channelId, span, starts],
      )
      return use ?? { used: 0, fen: 0 }
    },
    answersOf: (plan: string) =>
      one<{ answered: number; accepted: number }>(
        `select coalesce(sum(answered), 0)::int as answered, coalesce(sum(accepted), 0)::int as accepted from plan_answer where plan_id = $1`,
        plan,
      ),
    /** The deadlocks of this database so far. */
    async deadlocks(): Promise<number> {
      await app.pool.query('select pg_stat_clear_snapshot()')
      const { n } = await one<{ n: number }>(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      )
      return n
    },
    /** Waits until so many statements wait for a lock. */
    async waiting(count: number): Promise<void> {
      const seen = () =>
        one<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      while ((await seen()).n < count) await new Promise((done) => setTimeout(done, 20))
    },
    /** Pushes to a plan that are under way, of new people whose step somebody holds. */
    async open(
      count: number,
      plan: Plan,
      { price = 100, ...bounds }: { price?: number; lowest?: number; highest?: number } = {},
    ): Promise<OpenPush[]> {
      const people = await world.people(count)
      const counter = counterOf(plan.plan)
      const wanted = people.map((person) => ({ ...person, ...plan, ...bounds, price, counters: [counter] }))
      const { answers } = await decidePushes(app.servicePool, wanted)
      return answers.map(({ push, claims }, nth) => ({
        user: (people[nth] as OnTheWay).user,
        push: push as string,
        claims,
        counter,
      }))
    },
    /** People of the half flow who are not on the way. */
    async asked(count: number): Promise<string[]> {
      const people = await world.people(count, 'check', { flow: 'half' })
      const users = people.map(({ user }) => user)
      await app.pool.query('delete from due_step where user_id = any($1)', [users])
      return users
    },
    /** Makes an offer of a plan to each of these people. @returns the pushes in their order */
    async offers(users: readonly string[], { plan, org }: Plan): Promise<string[]> {
      const rows = await all<{ id: string }>(
        `with added as (
           insert into push_record (user_id, plan_id, org_id, flow, stage)
           select id, $2, $3, 'half', 'consent' from unnest($1::bigint[]) with ordinality u (id, nth) order by nth returning id, user_id
         )
         insert into offer (id, user_id, agreements, expires_at)
         select id, user_id, '[{}]', now() + interval '1 hour' from added order by id returning id`,
        ...[users, plan, org],
      )
      return rows.map(({ id }) => id)
    },
    release: (...pushes: string[]) =>
      app.servicePool.query('select release_holds($1, $2)', [pushes.map(() => 'push'), pushes]),
  }
  return world
}
