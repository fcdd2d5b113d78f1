import { type ReconcileKind, reconcile } from '@kabao/contract/reconcile/reconcile'
import { withFileCopy } from '#platform/imports/file-copy'
import { type ComparedPart, countList } from '#platform/imports/guesses'
import type { Run as JobRun } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { readBill } from './bill-file.ts'
import { compareWithin } from './compare-within.ts'
import type { Compare } from './do-run.ts'
import { compareOrgList, orgListReader } from './org-list.ts'
import type { Run } from './runs.ts'
import { stageRows } from './stored-file.ts'

type Listed = Pick<Run, 'id' | 'kind' | 'fileId' | 'collectionId' | 'sentBy'>

/**
 * Opens what the other side sent, outside the transaction, and passes how it is compared.
 * @param target what `run` is in the audit log
 */
export function withList<T>(
  task: Omit<JobRun<unknown>, 'data'>,
  run: Listed,
  target: 'reconcile' | 'reconcileCheck',
  use: (compare: Compare) => Promise<T>,
): Promise<T> {
  const clock = businessClock(task.settings)
  const sent = {
    adminId: run.sentBy as string,
    point: reconcile.orgList.point as string,
    target: { kind: target, id: run.id },
    mayReveal: { point: 'user:reveal', scope: 'all' } as const,
  }
  const count = (parts: AsyncIterable<ComparedPart>) => countList(task, sent, parts)
  const compares: Record<ReconcileKind, () => Promise<T>> = {
    within: () =>
      use(({ write, run }) =>
        compareWithin(write, run, { clock, holdHours: task.settings.get('ledger.holdHours') }),
      ),
    orgList: () =>
      withFileCopy(task, run.fileId, (file) =>
        use(async ({ client, write, run }) =>
          compareOrgList(
            write,
            run,
            { clock, vault: task.vault, count },
            await stageRows(task, { client, write, reader: orgListReader, file }),
          ),
        ),
      ),
    bill: () => readBill(task, run, use),
  }
  return compares[run.kind]()
}
