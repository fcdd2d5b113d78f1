import type { errorLevels } from '@kabao/contract/error-event'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { scrub } from '#http/scrub'
import { fingerprintOf } from './error-fingerprint.ts'

/** An error as a page reports it. */
export interface ErrorReport {
  source: 'console' | 'h5'
  level: (typeof errorLevels)[number]
  name: string
  message: string
  stack: string
  url: string
  userAgent: string | null
  /** The administrator in whose console it happened. */
  userId: string | null
}

/** Stores an error without personal data, or increments its count; a resolved error is reopened. */
export function countError(db: Db, { source, level, userId, ...texts }: ErrorReport) {
  const report = {
    ...{ source, level },
    name: clean(texts.name),
    message: clean(texts.message),
    stack: clean(texts.stack),
    url: clean(withoutIds(texts.url.split(/[?#]/, 1)[0] as string)),
  }
  const event = {
    ...report,
    userAgent: clean(texts.userAgent ?? ''),
    userId,
    fingerprint: fingerprintOf(report),
  }
  return db
    .insertInto('errorEvent')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((is) => ({
        count: sql`error_event.count + 1`,
        lastAt: sql`now()`,
        status: sql`case error_event.status when 'ignored' then 'ignored' else 'open' end`,
        level: is.ref('excluded.level'),
        name: is.ref('excluded.name'),
        message: is.ref('excluded.message'),
        stack: is.ref('excluded.stack'),
        url: is.ref('excluded.url'),
        userAgent: is.ref('excluded.userAgent'),
        userId: sql`coalesce(excluded.user_id, error_event.user_id)`,
      })),
    )
    .execute()
}

/** An address without ids and names, so that the report does not show whose page it was. */
const withoutIds = (url: string) => url.replace(/\/(\d+|[^/]*%[^/]*)(?=\/|$)/g, '/#')

/**
 * Removes possible personal data: phone and id numbers, the query of an address, Chinese text. Error messages of browsers and of
 * our code are English, so Chinese text in one is a value, which may be a name.
 */
const clean = (text: string) =>
  scrub(text.replace(/[?#][\w%.~[\]-]+=[^\s"'()]*/g, '').replace(/\p{Script=Han}[\p{Script=Han}·]*/gu, '…'))
