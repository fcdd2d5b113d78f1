import { sql } from 'kysely'
import * as z from 'zod'
import { forgetLookUps } from '#platform/callers/look-ups'
import { forgetAnswers } from '#platform/http/kept-answers'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'
import { forgetFlows, forgetLogouts } from '../../sso/flow.ts'

/** Deletes expired sessions, tokens and single sign-ons, and look-ups, rate limit counters and kept answers that no longer count. */
export const sessionRetention = defineJob({
  name: 'session-retention',
  title: ['清理已过期的会话', 'Clean up expired sessions'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '50 * * * *',
  async run(run) {
    const hours = run.settings.get('session.absoluteHours')
    const minutes = run.settings.get('session.idleMinutes')
    const removed = await removeInBatches(
      run,
      (most) => sql`delete from session where id in (
        select id from session where created_at < now() - make_interval(hours => ${hours})
          or last_seen_at < now() - make_interval(mins => ${minutes}) limit ${most})`,
    )
    // Its owner sees for a month that it has expired.
    await removeInBatches(
      run,
      (most) => sql`delete from access_token where id in (
        select id from access_token where expires_at < now() - interval '30 days' limit ${most})`,
    )
    await removeInBatches(run, forgetFlows)
    await removeInBatches(run, forgetLogouts)
    await removeInBatches(run, forgetLookUps)
    await removeInBatches(run, forgetAnswers)
    await sql`delete from call_throttle where expire < extract(epoch from now()) * 1000`.execute(run.db)
    return { removed }
  },
})
