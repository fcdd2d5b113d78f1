import { createHash } from 'node:crypto'
import type { TemplateReading, TemplateStage } from '@kabao/contract/template'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { OutgoingResult } from '../outgoing/outgoing.ts'
import type { Log } from './worker.ts'

/** What can be wrong with an organisation itself, rather than with one person. */
export type PartnerFault =
  /** Its template makes no request. */
  | 'template'
  /** No rule of its template reads its reply. */
  | 'reply'
  /** Its certificate is not accepted. */
  | 'certificate'
  /** So many calls failed that its breaker opened. */
  | 'breaker'

/** Counts failures of organisations among the errors, grouped by organisation, stage and fault. */
export interface PartnerErrors {
  /** Remembers a failure; never waits. @param detail a code of the service, never a text of the organisation */
  note(of: { orgId: string; stage: TemplateStage; fault: PartnerFault; detail: string }): void
  /** Writes what is still remembered. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** How often they are written, in milliseconds; a killed process loses those since. */
const everyMs = 1_000

type Noted = Parameters<PartnerErrors['note']>[0]

/** They are gathered in memory, so that an organisation that fails often does not make its calls wait for one row. */
export function openPartnerErrors(db: Db, log: Log): PartnerErrors {
  let noted = new Map<string, Noted & { count: number }>()
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    const all = [...noted.values()]
    noted = new Map()
    if (all.length > 0)
      writing = writing
        .then(() => write(db, all))
        .catch((error: unknown) => log.warn({ err: error }, 'failures of partners could not be counted'))
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs).unref()

  return {
    note(of) {
      const key = [of.orgId, of.stage, of.fault, of.detail].join(' ')
      noted.set(key, { ...of, count: (noted.get(key)?.count ?? 0) + 1 })
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}

async function write(db: Db, all: readonly (Noted & { count: number })[]): Promise<void> {
  const rows = all
    .map(({ orgId, stage, fault, detail, count }) => ({
      ...{ orgId, stage, detail, count, name: `partner.${fault}` },
      fingerprint: createHash('sha256')
        .update(['partner', orgId, stage, fault, detail].join('\0'))
        .digest('hex'),
    }))
    // One order for all instances, so that none waits for another in a circle.
    .toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1))
  await sql`
    insert into error_event as e (source, name, message, fingerprint, org_id, stage, count)
    select 'partner', g.name, g.detail, decode(g.fingerprint, 'hex'), g."orgId", g.stage, g.count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g
      (name text, detail text, fingerprint text, "orgId" bigint, stage text, count integer)
    join org o on o.id = g."orgId"
    on conflict (fingerprint) do update set count = e.count + excluded.count, last_at = now(),
      status = case e.status when 'ignored' then 'ignored' else 'open' end`.execute(db)
}

/** What a call says about the organisation itself; null if nothing. */
export function faultOf(
  result: OutgoingResult,
  reading: TemplateReading | null,
): Pick<Noted, 'fault' | 'detail'> | null {
  if (result.kind === 'notSent' && result.why.startsWith('tls'))
    return { fault: 'certificate', detail: result.why }
  // A busy organisation need not answer in the form that was agreed.
  if (
    result.kind === 'answer' &&
    result.status < 500 &&
    result.status !== 429 &&
    reading?.outcome === 'unknown'
  )
    return { fault: 'reply', detail: String(result.status) }
  return null
}
