import { type AccountKind, accountKinds, ledger } from '@kabao/contract/ledger'
import { ownerOf } from '#access/scope'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import { findQueueFacts } from '#jobs/pgboss-tables'
import { sendJob } from '#jobs/send'
import { choosing } from '../../choices/answer.ts'
import { channelChoices, orgChoices } from '../../choices/sources.ts'
import { exporting } from '../../exports/request.ts'
import { findLatestCheck } from '../../ledger/checks.ts'
import { trialBalance } from '../../ledger/trial-balance.ts'
import { verifyJob } from '../../ledger/verify-job.ts'
import type { Services } from '../../services.ts'
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
        ...{ totalFen, check, isChecking: waiting + active > 0 },
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
