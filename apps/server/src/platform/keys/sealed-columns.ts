import { secondFactorPlace } from '#access/second-factor'
import { answerPlace } from '#intake/answered'
import { type StoredSecret, secretPlaceOf } from '#partners/api-keys/sealed'
import { checkKeyPlace } from '#partners/check-keys'
import { previousPlaceIn } from '#partners/previous-secrets/place'
import { pushSecretPlace, secretPlace } from '#partners/templates/secret-place'
import { bodyPlace } from '#payment/callback'
import { secretsPlace } from '#payment/collections'
import { blacklistPlace } from '#users/blacklist-match'
import { idNumberPlace } from '#users/user-filter'
import { filterPlace as batchFilterPlace } from '../batches/store.ts'
import { filterPlace as exportFilterPlace } from '../exports/tasks.ts'
import { answerPlaceOf } from '../http/kept-answers.ts'
import { fingerprintKeyPlace } from './state.ts'

/** A column whose values are sealed with a data key. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the table's key, in its order. */
  key: readonly string[]
  /** Other columns that the place is made of. */
  reads?: readonly string[]
  /** What a value of this row is sealed for. Values are texts. */
  place(row: Readonly<Record<string, string>>): string
  /** The column with the fingerprint of the same value. */
  fingerprint?: {
    column: string
    place: string
    /** In hexadecimal, and unique: this column has the fingerprint under the key before, until the key is replaced everywhere. */
    before?: string
  }
}

/**
 * Every column with sealed values: from this list they are sealed anew when a data key is replaced. A test finds columns of the schema that
 * are in none of the three lists. Rows that an import waits with are in `import-rows.ts`.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    ...{ table: 'user', column: 'id_number_sealed', key: ['id'], place: () => idNumberPlace },
    fingerprint: { column: 'id_number_hash', place: idNumberPlace },
  },
  {
    ...{ table: 'blacklist', column: 'value_sealed', key: ['id'], place: () => blacklistPlace },
    fingerprint: { column: 'value', place: blacklistPlace, before: 'value_before' },
  },
  {
    ...{ table: 'second_factor', column: 'secret_sealed', key: ['admin_id'] },
    place: ({ admin_id: adminId = '' }) => secondFactorPlace(adminId),
  },
  { table: 'org', column: 'push_secret_sealed', key: ['id'], place: () => pushSecretPlace },
  { table: 'org_secret', column: 'sealed', key: ['org_id', 'name'], place: () => secretPlace },
  {
    ...{ table: 'api_secret', column: 'value_sealed', key: ['id'], reads: ['api_key_id', 'place'] },
    place: ({ api_key_id: apiKeyId = '', place }) =>
      secretPlaceOf({ apiKeyId, place: place as StoredSecret['place'] }),
  },
  {
    ...{ table: 'check_key', column: 'value_sealed', key: ['id'], reads: ['slot'] },
    place: ({ slot = '' }) => checkKeyPlace(slot),
  },
  {
    ...{ table: 'collection', column: 'secrets_sealed', key: ['id'] },
    place: ({ id = '' }) => secretsPlace(id),
  },
  {
    ...{
      table: 'previous_secret',
      column: 'value_sealed',
      key: ['id'],
      reads: ['org_id', 'collection_id', 'name'],
    },
    place: previousPlaceIn,
  },
  { table: 'payment_callback', column: 'body_sealed', key: ['id'], place: () => bodyPlace },
  {
    table: 'open_answer',
    column: 'answer_sealed',
    key: ['api_key_id', 'key', 'id'],
    place: () => answerPlace,
  },
  {
    ...{ table: 'admin_answer', column: 'answer_sealed', key: ['admin_id', 'key'] },
    place: ({ admin_id: adminId = '' }) => answerPlaceOf(adminId),
  },
  { table: 'export_task', column: 'filter_sealed', key: ['id'], place: () => exportFilterPlace },
  { table: 'batch', column: 'filter_sealed', key: ['id'], place: () => batchFilterPlace },
  { table: 'data_key', column: 'fingerprint_key_sealed', key: ['id'], place: () => fingerprintKeyPlace },
]

/**
 * Columns with fingerprints of values that are not kept, which cannot be made anew. They are searched under every key that the database has
 * had (`everyFingerprint`).
 */
export const keptFingerprints: readonly string[] = [
  'login_log.name_hash',
  'look_up.value_hash',
  'look_up.mask_hash',
  'recovery_code.code_hash',
  'difference.ref',
]

/** Columns with bytes that depend on no data key. */
export const withoutDataKey: readonly string[] = [
  // Hashes of random tokens.
  'session.token_hash',
  'sign_in_challenge.token_hash',
  'file_ticket.token_hash',
  'statement_link.token_hash',
  // Hashes of content.
  'file.sha256',
  'reconcile.sha256',
  'open_answer.request_hash',
  'error_event.fingerprint',
  // The chain of the ledger.
  'account.hash',
  'transfer.hash',
  'transfer.previous_hash',
  // Under the check keys.
  'blacklist.phone_hash_a',
  'blacklist.phone_hash_b',
  'user.phone_hash_a',
  'user.phone_hash_b',
  // Hashes of numbers that channels give, and of tickets.
  'login_ticket.visitor',
  'unique_visitor.visitor',
  'login_ticket.hash',
  'login_repeat.key',
  'data_key.mark',
]
