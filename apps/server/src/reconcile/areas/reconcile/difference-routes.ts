import { difference } from '@kabao/contract/difference'
import { ownerOf } from '#access/scope'
import { serve } from '#http/serve'
import { choosing } from '../../choices/answer.ts'
import { orgChoices } from '../../choices/sources.ts'
import { exporting } from '../../exports/request.ts'
import { countByState } from '../../machines/counts.ts'
import { machineRoutes } from '../../machines/routes.ts'
import type { Services } from '../../services.ts'
import * as queries from './difference-queries.ts'
import { differenceExport } from './export.ts'
import { ofDifferences } from './machine.ts'

export const differenceRoutes = (services: Services) =>
  serve(difference, {
    page: ({ db, body, caller }) => queries.findPageOfDifferences(db, body, ownerOf(caller)),
    counts: ({ db, caller }) => countByState(db, ofDifferences, ownerOf(caller)),
    export: exporting(services, differenceExport),
    get: ({ db, params, caller }) =>
      ofDifferences.show(db, params.id, { ...services, owner: ownerOf(caller) }),
    ...machineRoutes(services, ofDifferences),
    orgs: choosing(orgChoices),
  })
