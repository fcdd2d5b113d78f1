import { fill, inLanguage, type Words } from '@kabao/contract'
import { type FeedbackExport, feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ExportContext, ListExport } from '#platform/exports/list-export'
import { isOverdue, rowsOfFeedback } from './queries.ts'

const { field, kind, status, age: ages, overdue } = feedbackWords.tree
const images = sql`(select count(*) from file f where f.owner_kind = 'feedback' and f.owner_id = t.id)`

/** The list of feedback as a file: the values of `showRow`, masked by the database. */
export const feedbackExport: ListExport<FeedbackExport> = {
  resource: 'feedback',
  body: feedback.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    content: column.typed(field.content, sql`(${maskedText(sql`t.content`)})`),
    fileCount: column.number(field.images, sql`nullif(${images}, 0)`),
    phone: column.plain(field.phone, maskedPhone(sql`u.phone`)),
    name: column.typed(field.name, maskedName(sql`u.name`)),
    status: column.label(field.status, sql`t.status`, status),
    _age: column.computed(field.age, age),
    handledBy: column.typed(field.handledBy, sql`handler.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    handledAt: column.instant(field.handledAt, sql`t.handled_at`),
  },
  rows: async ({ owner, settings }, { format: _, columns: _columns, ...page }) =>
    rowsOfFeedback(page, owner, settings.get('feedback.overdueHours')),
}

/** The waiting time of a feedback, in the words of the list. */
function age({ language, settings }: ExportContext) {
  const minutes = sql`greatest(0, floor(extract(epoch from coalesce(t.handled_at, now()) - t.created_at) / 60))::bigint`
  const worded = (words: Words, places: Record<string, ReturnType<typeof sql>>) => {
    const marked = fill(
      inLanguage(words, language),
      Object.fromEntries(Object.keys(places).map((name) => [name, `\u0000${name}\u0000`])),
    )
    const parts = marked
      .split('\u0000')
      .map((part) => (part in places ? sql`${places[part]}::text` : sql`${part}::text`))
    return sql`concat(${sql.join(parts)})`
  }
  return sql`case
      when ${minutes} < 60 then ${worded(ages.minutes, { count: minutes })}
      when ${minutes} < 1440 then ${worded(ages.hours, { count: sql`(${minutes} / 60)` })}
      else ${worded(ages.days, { days: sql`(${minutes} / 1440)`, hours: sql`(${minutes} / 60 % 24)` })}
    end || case when ${isOverdue(settings.get('feedback.overdueHours'))} then ${` ${inLanguage(overdue, language)}`} else '' end`
}
