import type { ImportStatus } from '@kabao/contract/import'
import type { Run } from '#jobs/job'
import * as tasks from './tasks.ts'

/** How often at most a step says how far it is, in milliseconds. */
const every = 300

/**
 * Says on the import how far a step is, on connections beside its transaction, and so hears that its sender has cancelled it:
 * then the signal says so.
 */
export function teller(
  run: Pick<Run<unknown>, 'db' | 'signal' | 'progress'>,
  id: string,
  status: ImportStatus,
) {
  const own = new AbortController()
  let said: { percent: number; rows: number | undefined } | null = null
  let writing: Promise<void> = Promise.resolve()
  let isEnded = false
  const write = async () => {
    if (isEnded) return
    const isWanted = await tasks.tell(run.db, id, status, said?.percent ?? 0, said?.rows).catch(() => true)
    if (!isWanted) own.abort(new Error('The import was cancelled'))
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, every)
  return {
    signal: AbortSignal.any([run.signal, own.signal]),
    say(percent: number, rows?: number) {
      said = { percent, rows }
      run.progress(percent, 100)
    },
    async end() {
      isEnded = true
      clearInterval(timer)
      await writing
    },
  }
}
