import { codes } from '@kabao/contract/envelope'
import { type JobRow, job } from '@kabao/contract/job'
import { inLanguage, type Language, type Words } from '@kabao/contract/language'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

const titles: Record<string, Words> = {
  'audit-retention': ['删除到期的操作日志', 'Delete old days of the audit log'],
  'message-retention': ['删除到期的消息', 'Delete old messages'],
}
const titleOf = (name: string, language: Language) => inLanguage(titles[name] ?? [name, name], language)

/** What was run is forgotten by a reload. */
const runs: Omit<JobRow, 'title'>[] = Object.keys(titles).map((name, at) => done(name, (at + 6) * 3_600_000))

export const jobHandlers = [
  answer(job.queues, ({ language }) =>
    Object.keys(titles).map((name, at) => {
      const last = runs.find((run) => run.name === name)
      const nextAt = new Date()
      nextAt.setUTCHours(19, at * 20, 0, 0)
      if (nextAt.getTime() < Date.now()) nextAt.setUTCDate(nextAt.getUTCDate() + 1)
      return {
        name,
        title: titleOf(name, language),
        cron: `${at * 20} 3 * * *`,
        nextAt: nextAt.toISOString(),
        waiting: 0,
        active: 0,
        failed: 0,
        last: last?.completedAt ? { state: last.state, at: last.completedAt, ms: 120 } : null,
      }
    }),
  ),
  answer(job.page, ({ body, language }) => {
    const found = runs
      .filter((run) => (!body.name || run.name === body.name) && (!body.state || run.state === body.state))
      .map((run) => ({ ...run, title: titleOf(run.name, language) }))
    return pageOf(sorted(found, body.sort), body)
  }),
  answer(job.run, ({ body, language }) => ({ id: run(body.name, language) })),
  answer(job.again, ({ body, language }) => ({ id: run(body.name, language) })),
  answer(job.cancel, ({ language }) => {
    throw new Refused(codes.conflict, say('conflict', language))
  }),
]

function run(name: string, language: Language): string {
  if (!titles[name]) throw new Refused(codes.notFound, say('notFound', language))
  const made = done(name, 0)
  runs.unshift(made)
  return made.id
}

function done(name: string, ago: number): Omit<JobRow, 'title'> {
  const at = new Date(Date.now() - ago).toISOString()
  return {
    id: crypto.randomUUID(),
    name,
    state: 'completed',
    attempt: 1,
    attempts: 3,
    createdAt: at,
    startAfter: at,
    startedAt: at,
    completedAt: new Date(Date.parse(at) + 120).toISOString(),
    progress: null,
    data: {},
    output: { removed: 0 },
    error: null,
  }
}
