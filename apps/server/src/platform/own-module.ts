import { backupReading } from './backup/gauge.ts'
import { filterPlace as batchFilterPlace } from './batches/store.ts'
import { filterPlace as exportFilterPlace } from './exports/tasks.ts'
import { answerPlaceOf } from './http/kept-answers.ts'
import { fingerprintKeyPlace } from './keys/state.ts'
import { defineModule } from './module.ts'
import { dedupeSweep } from './partitions/dedupe-sweep.ts'
import { partitionReading } from './partitions/gauge.ts'
import { partitionJob } from './partitions/job.ts'

export default defineModule({
  name: 'platform',
  jobs: [dedupeSweep, partitionJob],
  readings: [partitionReading, backupReading],
  bytes: {
    sealed: [
      {
        table: 'admin_answer',
        column: 'answer_sealed',
        key: ['admin_id', 'key'],
        place: ({ admin_id: adminId = '' }) => answerPlaceOf(adminId),
      },
      { table: 'export_task', column: 'filter_sealed', key: ['id'], place: () => exportFilterPlace },
      { table: 'batch', column: 'filter_sealed', key: ['id'], place: () => batchFilterPlace },
      { table: 'data_key', column: 'fingerprint_key_sealed', key: ['id'], place: () => fingerprintKeyPlace },
    ],
    keptFingerprints: ['look_up.value_hash', 'look_up.mask_hash'],
    withoutDataKey: [
      // The hash of a random token.
      'file_ticket.token_hash',
      // Hashes of content.
      ...['file.sha256', 'error_event.fingerprint'],
      'data_key.mark',
    ],
  },
})
