import { difference } from '@kabao/contract/reconcile/difference'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { orgChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
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
