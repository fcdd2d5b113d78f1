import { type AccountKind, accountKinds, ledger } from '@kabao/contract/ledger/ledger'
import { notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices, orgChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { findQueueFacts } from '#platform/jobs/pgboss-tables'
import { sendJob } from '#platform/jobs/send'
import type { Services } from '#platform/services'
import { findLatestCheck } from '../../checks.ts'
import { trialBalance } from '../../trial-balance.ts'
import { verifyJob } from '../../verify-job.ts'
import { ledgerExport } from './export.ts'
import * as queries from './queries.ts'

export const ledgerRoutes = (services: Services) =>
  serve(ledger, {
    page: ({ db, body, caller }) => queries.findPageOfTransfers(db, body, ownerOf(caller)),

    export: exporting(services, ledgerExport),

    get: async ({ db, params: { id }, caller }) => {
      const found = await queries.find(db, id, ownerOf(caller))
      if (!found) throw notFound()
      return found
    },

    trial: async ({ db }) => {
      const [{ kinds, totalFen }, check, { waiting, active }] = await Promise.all([
        trialBalance(db),
        findLatestCheck(db),
        findQueueFacts(db, verifyJob.name),
      ])
      return {
        balances: accountKinds.flatMap((kind: AccountKind) =>
          kinds[kind] === undefined ? [] : [{ kind, fen: kinds[kind] }],
        ),
        totalFen,
        check,
        isChecking: waiting + active > 0,
      }
    },

    balances: ({ db, body }) => queries.findPageOfBalances(db, body),

    check: async ({ db, audit }) => {
      const id = await sendJob(db, verifyJob, {})
      if (id !== null) audit({ target: { kind: 'job', id }, after: { name: verifyJob.name } })
      return { isQueued: id !== null }
    },

    orgs: choosing(orgChoices),
    channels: choosing(channelChoices),
  })
