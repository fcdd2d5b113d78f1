import { accountOf, type BillDownload, type BillLine, type PaymentProvider, readCollection } from '#payment'
import { defineJob, type Run as JobRun } from '#platform/jobs/job'
import { compareBill, stageBill } from './bill.ts'
import { doRun, giveUpRun, listProblemOf } from './do-run.ts'
import { downloadQueue, type Failure, findRun, isDownloaded, nameBill, noteWait } from './runs.ts'

/** The waits between tries add up to 10 to 21 hours, so a bill that is made by the next noon is there at one of them. */
const retries = 8
const retrySeconds = 300

/** Why a bill is asked for again. */
class Unclear extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The bill is asked for again: ${failure.problem} ${JSON.stringify(failure.values)}`)
    this.name = 'Unclear'
    this.failure = failure
  }
}

/**
 * Downloads the bill of a collection channel's day and compares it. An answer that is unclear, a bill that is not ready, and one that
 * breaks off are asked for again; a refusal is final.
 */
export const billDownload = defineJob({
  ...downloadQueue,
  title: ['下载账单', 'Download a bill'],
  lane: 'heavy',
  retries,
  retrySeconds,
  async run(task) {
    const { db, data, attempt, signal } = task
    try {
      return await download(task)
    } catch (error) {
      const failure =
        error instanceof Unclear
          ? error.failure
          : (listProblemOf(error) ?? { problem: 'importFailed', values: {} })
      if (attempt > retries && !signal.aborted) await giveUpRun(db, data.id, failure)
      else await noteWait(db, data, failure)
      throw error
    }
  },
  giveUp: ({ db, data }) => giveUpRun(db, data.id, { problem: 'fileStopsService', values: {} }),
})

async function download(task: JobRun<{ id: string; version: number }>) {
  const { db, pool, data, vault, providerOf } = task
  const seen = await findRun(db, data.id)
  if (seen?.status !== 'queued' || seen.version !== data.version || !isDownloaded(seen))
    return { skipped: true }
  const collection = await readCollection(db, vault, seen.collectionId as string)
  if (!collection) return { skipped: true }
  const provider = providerOf(accountOf(collection))
  if (!provider.can.bill) return refuse('cannot')
  const answer = await provider.downloadBill(seen.day)
  if (answer.outcome === 'refused') return refuse('refused', { code: answer.code, message: answer.message })
  const lines = linesOf(provider, answer)
  return doRun(pool, seen, async ({ client, write, run }) => {
    await stageBill(client, write, lines)
    await nameBill(write, run.id, answer.outcome === 'bill' ? answer.name : '')
    return compareBill(write, run, collection.provider)
  })

  async function refuse(problem: string, values: Failure['values'] = {}) {
    await giveUpRun(db, data.id, { problem: `download.${problem}`, values })
    return { problem }
  }
}

/** @throws Unclear if it is asked for again */
function linesOf(
  provider: PaymentProvider,
  answer: Exclude<BillDownload, { outcome: 'refused' }>,
): AsyncIterable<BillLine> {
  if (answer.outcome === 'bill') return provider.parseBill(answer.bytes)
  if (answer.outcome === 'empty') return none()
  if (answer.outcome === 'notReady') throw new Unclear({ problem: 'download.notReady', values: {} })
  const { why, message = '' } = answer
  throw new Unclear({ problem: 'download.unknown', values: { why, message } })
}

async function* none(): AsyncGenerator<BillLine> {}
