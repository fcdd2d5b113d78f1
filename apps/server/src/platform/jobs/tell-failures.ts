import { fill, type Words } from '@kabao/contract'
import { jobWords } from '@kabao/contract/operations/job.words'
import { sql } from 'kysely'
import { scrub } from '../base/scrub.ts'
import type { Db } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'
import type { AnyJob } from './job.ts'
import { findFailedLately } from './pgboss-tables.ts'

/** Within this time the failures of one job are told once, in hours. */
const quietHours = 24
/** The point of those who can run a job again. */
const point = 'job:run'
const longestReason = 200

/**
 * Tells those who look after the jobs of each job that has failed for good, however it ended: by an error, by its limit, or with its
 * process. Several instances may do it at once.
 * @returns the names of the jobs that were told of
 */
export async function tellFailures(db: Db, jobs: readonly AnyJob[]): Promise<string[]> {
  const told: string[] = []
  for (const { name, attempts, reason } of await findFailedLately(
    db,
    jobs.map((job) => job.name),
  )) {
    const job = jobs.find((each) => each.name === name)
    const isSent =
      job &&
      (await db.transaction().execute(async (write) => {
        if (!(await claim(write, name))) return false
        await sendMessage(write, {
          to: { point },
          kind: 'notice',
          title: filled(jobWords.tree.message.failedTitle, job.title, {}),
          content: filled(jobWords.tree.message.failedText, job.title, {
            attempts,
            reason: scrub(reason).slice(0, longestReason),
          }),
          link: { name: 'AdminJobList', query: { name, state: 'failed' } },
        })
        return true
      }))
    if (isSent) told.push(name)
  }
  return told
}

/** @returns whether this caller tells of the job, because nobody has for a while */
async function claim(write: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    insert into service_fact (key, value) values (${`jobFailureTold ${name}`}, extract(epoch from now())::text)
    on conflict (key) do update set value = excluded.value
      where service_fact.value::float8 < extract(epoch from now() - make_interval(hours => ${quietHours}))
    returning 1`.execute(write)
  return rows.length > 0
}

const filled = ([zh, en]: Words, title: Words, values: Record<string, string | number>): Words => [
  fill(zh, { ...values, title: title[0] }),
  fill(en, { ...values, title: title[1] }),
]
