import { backupGauge } from './backup/gauge.ts'
import { filterPurpose as batchFilterPurpose } from './batches/store.ts'
import { filterPurpose as exportFilterPurpose } from './exports/tasks.ts'
import { answerPurposeOf } from './http/kept-answers.ts'
import { fingerprintKeyPurpose } from './keys/key-state.ts'
import { connectionGauge, slotGauge } from './metrics/server-gauges.ts'
import { defineModule } from './module.ts'
import { dedupeSweep } from './partitions/dedupe-sweep.ts'
import { partitionGauge } from './partitions/gauge.ts'
import { partitionJob } from './partitions/job.ts'

export default defineModule({
  name: 'platform',
  tables: [
    'admin_answer',
    'archive_day',
    'archive_part',
    'audit_log',
    'backup_run',
    'batch',
    'batch_piece',
    'batch_refusal',
    'business_clock',
    'call_throttle',
    'choice_change',
    'choice_word',
    'data_key',
    'delivery',
    'delivery_count',
    'delivery_due',
    'delivery_target',
    'error_change',
    'error_day',
    'error_event',
    'error_event_release',
    'error_hour',
    'error_person',
    'error_release',
    'error_sample',
    'error_throttle',
    'export_task',
    'file',
    'file_ticket',
    'import_columns',
    'import_row',
    'import_task',
    'instance',
    'job_run',
    'job_schedule',
    'key_holder',
    'list_guess',
    'look_up',
    'look_up_alarm',
    'message',
    'notice',
    'notice_file',
    'partitioned_table',
    'push_dedupe',
    'resealed_column',
    'schema_step',
    'service_fact',
    'setting',
  ],
  jobs: [dedupeSweep, partitionJob],
  gaugeGroups: [partitionGauge, backupGauge, connectionGauge, slotGauge],
  bytes: {
    sealed: [
      {
        table: 'admin_answer',
        column: 'answer_sealed',
        key: ['admin_id', 'key'],
        purpose: ({ admin_id: adminId = '' }) => answerPurposeOf(adminId),
      },
      { table: 'export_task', column: 'filter_sealed', key: ['id'], purpose: () => exportFilterPurpose },
      { table: 'batch', column: 'filter_sealed', key: ['id'], purpose: () => batchFilterPurpose },
      {
        table: 'data_key',
        column: 'fingerprint_key_sealed',
        key: ['id'],
        purpose: () => fingerprintKeyPurpose,
      },
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
