import { operation } from '@kabao/contract/operations/operation'
import { findOpenAccounts } from '#access'
import { databaseNow } from '#platform/db/now'
import { ownError } from '#platform/errors/own'
import { serve } from '#platform/http/serve'
import { findInstances } from '#platform/instances/row'
import type { AnyJob } from '#platform/jobs/job'
import type { Services } from '#platform/services'
import { judgeAll } from './judge/all.ts'
import { readBackup } from './read/backup.ts'
import { readDatabase } from './read/database.ts'
import { readEach } from './read/each.ts'
import { readLedger } from './read/ledger.ts'
import { readPartitions } from './read/partitions.ts'
import { readQueues } from './read/queues.ts'
import { readReplication } from './read/replication.ts'
import { readBreakers, readErrors, readPipeline, readReconcile, readStatistics } from './read/work.ts'

export const operationRoutes = ({ settings, instanceId, errors }: Services, jobs: readonly AnyJob[]) =>
  serve(operation, {
    overview: async ({ db, language }) => {
      const zone = settings.get('business.timezone')
      const { facts, failures } = await readEach(
        db,
        {
          instances: (held) => findInstances(held, instanceId),
          settings: async (held) => ({ hasDemoPassword: (await findOpenAccounts(held)).length > 0 }),
          database: readDatabase,
          replication: readReplication,
          backup: readBackup,
          partitions: (held) => readPartitions(held, settings),
          queues: (held) => readQueues(held, jobs, { language, zone }),
          pipeline: readPipeline,
          breakers: readBreakers,
          statistics: readStatistics,
          errors: readErrors,
          ledger: readLedger,
          reconcile: readReconcile,
        },
        (error) => errors.note(ownError(error, { url: operation.overview.path, requestId: '' })),
      )
      const now = databaseNow()
      return { at: new Date(now).toISOString(), judgments: judgeAll(facts, now), failures, ...facts }
    },
  })
