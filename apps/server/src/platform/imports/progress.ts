import type { ImportStatus } from '@kabao/contract/kernel/import'
import type { Run } from '../jobs/job.ts'
import * as tasks from './tasks.ts'

/** How often a step writes its progress, in milliseconds. */
const every = 300

/**
 * Writes the progress of a step to its import, over connections outside the step's transaction. Each write also reads whether
 * the import was cancelled; if so, `signal` aborts.
 */
export function progressReporter(
  run: Pick<Run<unknown>, 'db' | 'signal' | 'progress'>,
  id: string,
  status: ImportStatus,
) {
  const cancelled = new AbortController()
  let latest: { percent: number; rows: number | undefined } | null = null
  let writing: Promise<void> = Promise.resolve()
  let isEnded = false
  const write = async () => {
    if (isEnded) return
    const isCurrent = await tasks
      .noteProgress(run.db, id, status, latest?.percent ?? 0, latest?.rows)
      .catch(() => true)
    if (!isCurrent) cancelled.abort(new Error('The import was cancelled'))
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, every)
  return {
    signal: AbortSignal.any([run.signal, cancelled.signal]),
    report(percent: number, rows?: number) {
      latest = { percent, rows }
      run.progress(percent, 100)
    },
    async end() {
      isEnded = true
      clearInterval(timer)
      await writing
    },
  }
}
