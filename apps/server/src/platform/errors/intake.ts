import { createBatcher, type Shedding } from '../batcher.ts'
import type { Db } from '../db/client.ts'
import { isRefusedWhole } from '../db/passing.ts'
import { businessDay } from '../settings/business-clock.ts'
import type { Settings } from '../settings/settings.ts'
import { type AffectedPerson, cleaned, type ErrorReport, type ReportedError } from './report.ts'
import { type ErrorGroup, storeErrors } from './store.ts'

/** Takes reports of errors, gathers those of the same error, and stores each group at once. */
export interface ErrorIntake {
  /** Resolves once the report is stored. */
  take(report: ErrorReport): Promise<void>
  /** Remembers an error of the service itself; never waits and never throws. */
  note(report: ErrorReport): void
  /** Stores what is still gathered. */
  stop(): Promise<void>
}

interface Options {
  /** Not the pool of requests: a report would wait for a connection that its own request holds. */
  db: Db
  settings: Settings
  /** Details of errors that could not be stored. */
  onFailure(error: unknown): void
  shedding?: Shedding
}

interface Arrived {
  error: ReportedError
  /** Milliseconds since 1970. */
  at: number
}

/** Errors of the service that wait to be stored at most; more are only in the log. */
const mostNoted = 1_000

export function createErrorIntake({ db, settings, onFailure, shedding }: Options): ErrorIntake {
  let noted = 0
  const batcher = createBatcher<Arrived, 'stored'>({
    // One at a time: while a batch is stored, the next is gathered, so a flood costs one change for each batch.
    atOnce: 1,
    most: 500,
    ...(shedding && { shedding }),
    async run(arrived) {
      const failed = new Map<string, Error>()
      let refused: Error | null = null
      for (const [key, group] of groupsOf(arrived)) {
        if (refused) failed.set(key, refused)
        else
          await storeErrors(db, (at) => businessDay(settings, at), group).catch((thrown: unknown) => {
            const error = thrown instanceof Error ? thrown : new Error(String(thrown))
            failed.set(key, error)
            // The other groups would wait as long.
            if (isRefusedWhole(error)) refused = error
          })
      }
      return arrived.map(({ error }) => failed.get(keyOf(error)) ?? 'stored')
    },
  })
  const take = async (report: ErrorReport) =>
    void (await batcher.add({ error: cleaned(report), at: Date.now() }))
  return {
    take,
    note(report) {
      if (noted >= mostNoted) return
      noted++
      take(report)
        .catch(onFailure)
        .finally(() => noted--)
    },
    stop: () => batcher.stop(),
  }
}

const keyOf = ({ fingerprint }: ReportedError) => fingerprint.toString('hex')

/** The reports of each error, by its fingerprint. */
function groupsOf(arrived: readonly Arrived[]): Map<string, ErrorGroup> {
  const groups = new Map<string, ErrorGroup & { releases: Map<string, number>; people: AffectedPerson[] }>()
  for (const { error, at } of arrived) {
    const key = keyOf(error)
    const { count = 0, releases = new Map<string, number>(), people = [] } = groups.get(key) ?? {}
    releases.set(error.release, (releases.get(error.release) ?? 0) + 1)
    const { person } = error
    if (person && !people.some(({ kind, id }) => kind === person.kind && id === person.id))
      people.push(person)
    groups.set(key, { newest: error, newestAt: at, count: count + 1, releases, people })
  }
  return groups
}
