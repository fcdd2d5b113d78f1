import { poolLink } from '@kabao/contract/pool-link'
import { sql } from 'kysely'
import { serve } from '#http/serve'
import { choosing } from '../../choices/answer.ts'
import { collectionChoices, productChoices } from '../../choices/sources.ts'
import { exporting } from '../../exports/request.ts'
import { startConflicts } from '../../imports/start.ts'
import { startingWithFile } from '../../imports/start-with-file.ts'
import { countByState } from '../../machines/counts.ts'
import { machineRoutes } from '../../machines/routes.ts'
import type { Services } from '../../services.ts'
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
