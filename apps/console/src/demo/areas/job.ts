import { codes } from '@kabao/contract/kernel/envelope'
import { inLanguage, type Language, type Words } from '@kabao/contract/kernel/language'
import { job as area, type JobRow } from '@kabao/contract/operations/job'
import { daysAgo } from '../random.ts'
import { type Reader, refusal, refusalAt } from '../respond.ts'
import { special } from '../special.ts'
import type { Table } from '../table.ts'

const titles: Readonly<Record<string, Words>> = {
  partitions: ['创建和清理数据分区', 'Make and drop partitions'],
  'message-retention': ['删除到期的消息', 'Delete old messages'],
}
const names = Object.keys(titles)
const titleOf = (name: string, language: Language) => inLanguage(titles[name] ?? [name, name], language)

export const job = special(area, {
  count: names.length,
  row: (_random, at) => done(names[at] as string, daysAgo(0.25 + at / 24)),
  now: ({ name }, { language }) => ({ title: titleOf(name, language) }),
  calls: {
    queues: ({ language }, table) =>
      names.map((name, index) => {
        const last = (table.rows as readonly unknown[] as readonly JobRow[]).find((run) => run.name === name)
        const nextAt = new Date()
        nextAt.setUTCHours(19, index * 20, 0, 0)
        if (nextAt.getTime() < Date.now()) nextAt.setUTCDate(nextAt.getUTCDate() + 1)
        return {
          name,
          title: titleOf(name, language),
          cron: `${index * 20} 3 * * *`,
          nextAt: nextAt.toISOString(),
          waiting: 0,
          active: 0,
          failed: 0,
          last: last?.completedAt ? { state: last.state, at: last.completedAt, ms: 120 } : null,
        }
      }),
    run: (call, table) => run(call.body.name, table, call),
    again: (call, table) => run(call.body.name, table, call),
    cancel: (call) => {
      throw refusal('conflict', call)
    },
  },
})

function run(name: string, table: Table, reader: Reader) {
  if (!titles[name]) throw refusalAt(codes.invalid, { name: 'choice' }, reader)
  return { id: table.add(done(name, daysAgo(0))).id }
}

/** A successful run. */
function done(name: string, at: string) {
  const completedAt = new Date(Date.parse(at) + 120).toISOString()
  const times = { createdAt: at, startAfter: at, startedAt: at, completedAt }
  const outcome = { state: 'completed', attempt: 1, attempts: 3, output: { removed: 0 } } as const
  return {
    id: crypto.randomUUID() as string,
    name,
    ...times,
    ...outcome,
    progress: null,
    data: {},
    error: null,
  }
}
