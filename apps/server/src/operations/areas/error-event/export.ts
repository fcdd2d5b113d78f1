import { type ErrorEventExport, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfErrors } from './queries.ts'

const { field, source, level, status } = errorEventWords.tree

/** The list of errors as a file. */
export const errorEventExport: ListExport<ErrorEventExport> = {
  resource: 'errorEvent',
  body: errorEvent.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, sql`t.name`),
    message: column.typed(field.message, sql`t.message`),
    status: column.label(field.status, sql`t.status`, status),
    source: column.label(field.source, sql`t.source`, source),
    level: column.label(field.level, sql`t.level`, level),
    count: column.number(field.count, sql`t.count`),
    people: column.number(field.people, sql`t.person_count`),
    release: column.typed(field.release, sql`t.release`),
    firstRelease: column.typed(field.firstRelease, sql`t.first_release`),
    lastAt: column.instant(field.lastAt, sql`t.last_at`),
    firstAt: column.instant(field.firstAt, sql`t.first_at`),
    orgName: column.typed(field.orgName, sql`org.name`),
    issueUrl: column.typed(field.issueUrl, sql`t.issue_url`),
  },
  rows: async (_asking, { format: _, columns: _columns, ...page }) => rowsOfErrors(page),
}
