import { createHash } from 'node:crypto'
import type { TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import type { Db } from '#platform/db/client'
import { type ErrorGroup, storeErrors } from '#platform/errors/store'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import type { Log } from './worker.ts'

/** What can be wrong with an organization itself, rather than with one person. */
export type PartnerFault =
  /** Its template makes no request. */
  | 'template'
  /** No rule of its template reads its reply. */
  | 'reply'
  /** Its certificate is not accepted. */
  | 'certificate'
  /** So many calls failed that its breaker opened. */
  | 'breaker'

/** Counts failures of organizations among the errors, grouped by organization, stage and fault. */
export interface PartnerErrors {
  /** Remembers a failure; never waits. @param detail a code of the service, never a text of the organization */
  note(of: { orgId: string; stage: TemplateStage; fault: PartnerFault; detail: string }): void
  /** Writes what is still remembered. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** How often they are written, in milliseconds; a killed process loses those since. */
const everyMs = 1_000

type Noted = Parameters<PartnerErrors['note']>[0]
type Counted = Noted & { count: number }

/** They are gathered in memory, so that an organization that fails often does not make its calls wait for one row. */
export function createPartnerErrors(db: Db, settings: Settings, log: Log): PartnerErrors {
  let noted = new Map<string, Counted>()
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    const all = [...noted.values()]
    noted = new Map()
    if (all.length > 0)
      writing = writing
        .then(() => write(db, settings, all))
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

/** @throws the first failure, after all others are written */
async function write(db: Db, settings: Settings, all: readonly Counted[]): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    await storeErrors(db, (at) => businessDay(settings, at), groupOf(one)).catch((error: unknown) =>
      failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
}

const groupOf = ({ orgId, stage, fault, detail, count }: Counted): ErrorGroup => ({
  count,
  newestAt: Date.now(),
  releases: new Map(),
  people: [],
  newest: {
    source: 'partner',
    level: 'error',
    name: `partner.${fault}`,
    message: detail,
    orgId,
    stage,
    stack: '',
    url: '',
    userAgent: '',
    release: '',
    requestId: '',
    person: null,
    fingerprint: createHash('sha256').update(['partner', orgId, stage, fault, detail].join('\0')).digest(),
  },
})

/** What a call says about the organization itself; null if nothing. */
export function faultOf(
  result: OutgoingResult,
  reading: TemplateReading | null,
): Pick<Noted, 'fault' | 'detail'> | null {
  if (result.kind === 'notSent' && result.why.startsWith('tls'))
    return { fault: 'certificate', detail: result.why }
  // A busy organization need not answer in the form that was agreed.
  if (
    result.kind === 'answer' &&
    result.status < 500 &&
    result.status !== 429 &&
    reading?.outcome === 'unknown'
  )
    return { fault: 'reply', detail: String(result.status) }
  return null
}
