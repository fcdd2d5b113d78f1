import { push } from '@kabao/contract/push'
import { ownerOf } from '#access/scope'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import { choosing } from '../../choices/answer.ts'
import { channelChoices, orgChoices, planChoices } from '../../choices/sources.ts'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
import { pushExport } from './export.ts'
import * as queries from './queries.ts'
import { showDetail, showRow } from './show.ts'

export const pushRoutes = (services: Services) =>
  serve(push, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfPushes(db, body, ownerOf(caller))
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, pushExport),

    get: async ({ db, params, caller }) => {
      const row = await queries.find(db, params.id, ownerOf(caller))
      if (!row) throw notFound()
      return showDetail(row, await queries.findAttempts(db, row.id))
    },

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
    channels: choosing(channelChoices),
  })
