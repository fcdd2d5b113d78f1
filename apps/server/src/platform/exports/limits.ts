import { codes } from '@kabao/contract'
import { mostOpenExports } from '@kabao/contract/kernel/export-body'
import { sql } from 'kysely'
import type pg from 'pg'
import { Problem } from '../base/problem.ts'
import { consume, limiterIn } from '../callers/throttle.ts'
import type { Db } from '../db/client.ts'
import { countOpen } from './tasks.ts'

/** How many exports one administrator may request within an hour, because each leaves a file that is kept for days. */
export const mostExportsPerHour = 120

/** Limits how many exports one administrator requests within an hour. @throws Problem 4290 with the seconds to wait */
export type ExportThrottle = (adminId: string) => Promise<void>

/** @param pool not the one of the request, because a request counts even if it is rolled back */
export function exportThrottle(pool: pg.Pool): ExportThrottle {
  const perHour = limiterIn(pool, 'call_throttle', {
    keyPrefix: 'export',
    points: mostExportsPerHour,
    duration: 3_600,
  })
  return (adminId) => consume(perHour, adminId)
}

/** By administrator, on this instance: the requests that read or write a small export at this moment. */
const underWay = new Map<string, number>()

/**
 * Prepares an export within its request, if the administrator has few enough such requests under way on this instance.
 * @throws Problem 4290
 */
export async function prepared<T>(adminId: string, prepare: () => Promise<T>): Promise<T> {
  const before = underWay.get(adminId) ?? 0
  if (before >= mostOpenExports) throw tooMany()
  underWay.set(adminId, before + 1)
  try {
    return await prepare()
  } finally {
    const left = (underWay.get(adminId) ?? 1) - 1
    if (left > 0) underWay.set(adminId, left)
    else underWay.delete(adminId)
  }
}

/**
 * Refuses an export if the administrator's number of exports in the queue is at the limit. Requests of one administrator are
 * serialised from here to the end of their transactions, so that each counts what the one before has added.
 * @throws Problem 4290
 */
export async function refuseTooMany(write: Db, adminId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kabao exports of ' || ${adminId}::text, 0))`.execute(
    write,
  )
  if ((await countOpen(write, adminId)) >= mostOpenExports) throw tooMany()
}

const tooMany = () =>
  new Problem(codes.tooManyRequests, 'tooManyExports', { values: { max: mostOpenExports } })
