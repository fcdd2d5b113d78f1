import { setTimeout as sleep } from 'node:timers/promises'
import { source } from './open-world.mjs'

/** The longest wait for what is due, in milliseconds. */
const patienceMs = 120_000
/** How often it is waited at most until no statement is under way. */
const mostStills = 20

/**
 * Moves the clock as far as hours, and has the jobs of the schedule sent at once that are due then, as another instance would; those of each
 * minute the service sends itself, every 15 seconds.
 * @param setClock sets the clock of the service, of PostgreSQL and of this process, in milliseconds since 1970
 * @returns a function that moves it to an instant once nothing is due, and waits until all is done that is due then
 */
export async function createMove({ pool, db }, setClock) {
  const [{ jobs }, { sendDue }] = await Promise.all(
    ['boot/registry.ts', 'platform/jobs/schedule.ts'].map(source),
  )
  const settings = { get: () => 'Asia/Shanghai' }
  const scheduled = jobs.filter(({ cron }) => cron !== undefined && cron !== '* * * * *')
  // It compares the clocks, which the service otherwise does every two seconds.
  const comparing = scheduled.filter(({ name }) => name === 'export-sweep')
  const others = scheduled.filter((job) => !comparing.includes(job))
  const parts = [0, 1, 2, 3].map((part) => others.filter((_, nth) => nth % 4 === part))

  /** Waits until nothing is due. @param isStill also until no statement is under way, whose timeout the clock would reach */
  async function quiet(isStill = false) {
    const until = performance.now() + patienceMs
    let stills = 0
    for (let zeros = 0; zeros < 2; await sleep(20)) {
      const { rows } = await pool.query(dueText)
      const [{ active, ...due }] = rows
      zeros = Object.values(due).every((count) => count === 0) ? zeros + 1 : 0
      if (zeros === 2 && isStill && active > 0 && stills++ < mostStills) zeros = 1
      if (performance.now() > until) throw new Error(`It did not become quiet: ${JSON.stringify(due)}`)
    }
  }

  return async (instant) => {
    await quiet(true)
    await setClock(instant)
    for (const some of [[comparing], parts])
      await Promise.all(some.map((each) => sendDue(db, each, settings)))
    await quiet()
  }
}

/** What is due and not done, and the statements under way. Four jobs on leads run nearly all the time. */
const dueText = `select
  (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
    and name not in ('crm-assign', 'crm-first-contact', 'crm-remind', 'crm-source')) as jobs,
  (select count(*)::int from due_step where due_at <= now()) as steps,
  (select count(*)::int from payment_due where due_at <= now()) as payments,
  (select count(*)::int from delivery_due where due_at <= now()) as deliveries,
  (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state not in ('idle', 'disabled')) as active`
