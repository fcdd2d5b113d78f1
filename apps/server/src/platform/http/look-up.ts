import type { Endpoint } from '@kabao/contract'
import { type FindLookUps, type LookUp, lookUpsIn, maskLookUp } from '@kabao/contract/kernel/look-up'
import type { Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import { nobody } from '../callers/look-ups.ts'
import type { Services } from '../services.ts'
import { insertLookUp } from './audit.ts'
import type { Around } from './entrance.ts'

/**
 * Wraps the handlers of an endpoint: each whole personal value in the input is counted before any row is read, and what it found is
 * written to the audit log before the response is sent. Endpoints that take no such value are not wrapped.
 */
export function watchLookUps(endpoint: Endpoint): Around<Caller> {
  const finds = [lookUpsIn(endpoint.query), lookUpsIn(endpoint.body)]
  if (finds.every((find) => find === null)) return (_asked, act) => act()
  const [inQuery, inBody] = finds as [FindLookUps | null, FindLookUps | null]

  return async ({ caller, request, input, problemOf }, act) => {
    const found = [...(inQuery?.(input.query) ?? []), ...(inBody?.(input.body) ?? [])]
    if (!caller || found.length === 0) return act()
    const { lookUps, sideDb, ownerOfNumber } = request.server.services
    for (const lookUp of found) await lookUps.begin(caller, lookUp)
    const end = async (answer: Answer) => {
      for (const lookUp of found) {
        const outcome = await outcomeOf({ sideDb, ownerOfNumber }, endpoint, lookUp, answer)
        await sideDb.transaction().execute(async (write) => {
          if (!(await lookUps.end(write, caller.adminId, lookUp, outcome)) || !outcome) return
          const { found, target } = outcome
          const after = { endpoint: endpoint.name, lookUp: lookUp.kind, value: maskLookUp(lookUp), found }
          await insertLookUp(write, { endpoint, caller, request, target, after })
        })
      }
    }
    let data: unknown
    try {
      data = await act()
    } catch (error) {
      const problem = problemOf(error)
      if (problem) await end({ found: foundByRefusal(problem), ids: [] })
      throw error
    }
    await end({ found: foundIn(data), ids: idsIn(data) })
    return data
  }
}

interface Answer {
  /** How many rows the response reported; null if it reported no number. */
  found: number | null
  /** The users of the rows in the response, each once. */
  ids: string[]
}

interface Outcome {
  found: number
  whom: string
  target: { kind: string; id: string } | null
}

/** The user or entry that a look-up found, if it found exactly one. */
async function outcomeOf(
  { sideDb, ownerOfNumber }: Pick<Services, 'sideDb' | 'ownerOfNumber'>,
  endpoint: Endpoint,
  { kind, value, among }: LookUp,
  { found, ids }: Answer,
): Promise<Outcome | null> {
  if (found === null) return null
  if (found === 0) return { found, whom: nobody, target: null }
  const isNumber = among === 'user' && (kind === 'phone' || kind === 'idNumber')
  const shown = found === 1 && ids.length === 1 ? ids[0] : undefined
  // A number has one owner, however many rows the owner has and whether or not they are in the response.
  const id = isNumber ? await ownerOfNumber(sideDb, kind, value) : shown
  if (id === undefined) return { found, whom: 'several', target: null }
  const target = { kind: among === 'user' ? 'user' : endpoint.area, id }
  return { found, whom: `${target.kind} ${id}`, target }
}

/** The responses that reveal how many rows there are: a page, the count of a batch, a batch, an export. */
interface Telling {
  total?: unknown
  count?: unknown
  others?: unknown
  done?: unknown
  batch?: { total?: unknown } | null
  task?: { rowsTotal?: unknown }
  records?: { id?: unknown; userId?: unknown }[]
}

function foundIn(data: unknown): number | null {
  const { total, count, others, done, batch, task } = (data ?? {}) as Telling
  const numbers = [total, count, others, done, batch?.total, task?.rowsTotal].filter(
    (each) => typeof each === 'number',
  )
  return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0)
}

function idsIn(data: unknown): string[] {
  const { records = [] } = (data ?? {}) as Telling
  return [...new Set(records.map(({ id, userId }) => String(userId ?? id)))]
}

/** A refusal reveals something too: that there is such an entry, or that the counted number of rows has changed. */
function foundByRefusal({ details: { fields = {}, values = {} } }: Problem): number | null {
  if (Object.values(fields).includes('taken')) return 1
  return typeof values.count === 'number' ? values.count : null
}
