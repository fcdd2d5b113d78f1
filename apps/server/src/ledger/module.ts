import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { channelCostJob } from './channel-cost/channel-cost-job.ts'
import { ledgerGauge } from './gauge.ts'
import { releaseJob } from './release-job.ts'
import { payloadPurpose } from './review/change-request.ts'
import { rollUpJob } from './roll-up.ts'
import { verifyJob } from './verify-job.ts'

export default defineModule({
  name: 'ledger',
  tables: [
    'account',
    'account_day',
    'account_delta',
    'adjustment',
    'channel_result',
    'channel_result_end',
    'channel_result_new',
    'hold',
    'ledger_check',
    'org_account',
    'recharge',
    'settlement',
    'settlement_line',
    'statement_link',
    'transfer',
    'transfer_ref',
    'unique_visitor',
  ],
  areas: Object.values(areas),
  jobs: [channelCostJob, releaseJob, rollUpJob, verifyJob],
  gaugeGroups: [ledgerGauge],
  bytes: {
    sealed: [
      {
        table: 'change_request',
        column: 'payload_sealed',
        key: ['id'],
        purpose: ({ id = '' }) => payloadPurpose(id),
      },
    ],
    withoutDataKey: [
      // The hash of a random token.
      'statement_link.token_hash',
      // The chain.
      'account.hash',
      'transfer.hash',
      'transfer.previous_hash',
    ],
  },
})
