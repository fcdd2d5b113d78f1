import { requestArchive } from '#partners'
import { archiveJob } from '#platform/archive/job'
import { defineModule } from '#platform/module'
import { clickPurpose } from '#users'
import { answerPurpose } from './answered.ts'
import { checkKeyJob } from './check-key-job.ts'
import { intakeRetention } from './retention.ts'
import { visitTextSweep } from './visit-text-sweep.ts'

export default defineModule({
  name: 'intake',
  tables: [
    'open_answer',
    'open_day_use',
    'open_instance',
    'open_nonce',
    'open_request',
    'visit',
    'visit_click',
    'visit_text',
  ],
  jobs: [
    checkKeyJob,
    intakeRetention,
    visitTextSweep,
    archiveJob(requestArchive, 'open-request-archive', ['归档接口请求日志', 'Archive the API request log']),
  ],
  bytes: {
    sealed: [
      {
        table: 'open_answer',
        column: 'answer_sealed',
        key: ['api_key_id', 'key', 'id'],
        purpose: () => answerPurpose,
      },
      {
        table: 'visit_click',
        column: 'click_sealed',
        key: ['channel_id', 'visitor_id'],
        purpose: () => clickPurpose,
      },
    ],
    withoutDataKey: [
      // The hash of a request.
      'open_answer.request_hash',
      // The masked bodies of requests, packed.
      'open_request.bodies',
      // Hashes of numbers that channels give, and of tickets.
      'login_ticket.visitor',
      'unique_visitor.visitor',
      'login_ticket.hash',
      'login_repeat.key',
    ],
  },
})
