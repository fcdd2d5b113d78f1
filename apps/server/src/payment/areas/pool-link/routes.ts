import { poolLink } from '@kabao/contract/payment/pool-link'
import { sql } from 'kysely'
import { choosing } from '#platform/choices/answer'
import { collectionChoices, productChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { startConflicts } from '#platform/imports/start'
import { startingWithFile } from '#platform/imports/start-with-file'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { poolLinkExport } from './export.ts'
import { poolLinkListImport } from './import/list.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'

export const poolLinkRoutes = (services: Services) =>
  serve(
    poolLink,
    {
      page: ({ db, body }) => queries.findPageOfLinks(db, body),

      export: exporting(services, poolLinkExport),

      counts: ({ db }) => countByState(db, entity, null),

      get: ({ db, params }) => entity.show(db, params.id, { ...services, owner: null }),

      batches: ({ db, body }) => queries.findPageOfBatches(db, body),

      importFile: startingWithFile(services, poolLinkListImport),

      products: choosing(productChoices),
      collections: choosing(collectionChoices, () => sql`t.provider = 'pool'`),

      ...machineRoutes(services, entity),
    },
    startConflicts,
  )
