import { randomBytes } from 'node:crypto'
import { clientSecretPurpose } from '#access/sso/settings'
import { sealedColumns } from '#boot/registry'
import { payloadPurpose } from '#ledger'
import { ensureCheckKey } from '#partners/check-keys'
import { answerPurposeOf } from '#platform/http/kept-answers'
import { hookPurpose } from '#reach/hook'
import { noticePurpose } from '#reach/notice/target'
import { clickPurpose } from '#users'
import { secret, type TestApp } from './harness.ts'
import { addOrg } from './ledger.ts'
import { newChannel, newPhone } from './open-caller.ts'

/** A key that no log may show. */
export const newDataKey = (): string => secret(randomBytes(32).toString('base64'))

/** Source: GB 11643-1999, the check digit by ISO 7064 MOD 11-2. */
export function idNumberOf(nth: number): string {
  const year = 1950 + (Math.floor(nth / 1_000) % 50)
  const body = `110101${year}0307${String(nth % 1_000).padStart(3, '0')}`
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (2 ** (17 - at) % 11), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

/** Adds users and blacklist entries with id numbers, sealed by this app. */
export async function addPeople(app: TestApp, from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => idNumberOf(from + index))
  await app.pool.query(
    `insert into "user" (phone, flow, id_number_sealed, id_number_hash)
     select phone, 'full', sealed, hash from unnest($1::text[], $2::bytea[], $3::bytea[]) g (phone, sealed, hash)`,
    [
      numbers.map(newPhone),
      numbers.map((number) => app.vault.seal(number, 'user.idNumber')),
      numbers.map((number) => app.vault.fingerprint(number, 'user.idNumber')),
    ],
  )
  await app.pool.query(
    `insert into blacklist (kind, value, value_before, value_sealed)
     select 'idNumber', value, before, sealed from unnest($1::text[], $2::text[], $3::bytea[]) g (value, before, sealed)`,
    [
      numbers.map((number) => app.vault.fingerprintText(number, 'blacklist.value')),
      numbers.map((number) => app.vault.fingerprintTextBefore(number, 'blacklist.value')),
      numbers.map((number) => app.vault.seal(number, 'blacklist.value')),
    ],
  )
}

/** One row at least in every other table with sealed values. */
export async function addOneOfEach(app: TestApp): Promise<void> {
  const { vault } = app
  const one = async (text: string, values: unknown[]) => (await app.pool.query(text, values)).rows[0]?.id
  await ensureCheckKey(app.db, vault)
  const channel = await newChannel(app)
  await channel.call('POST', '/user', { phone: newPhone(), clickId: 'click-1' }, { idempotencyKey: 'once' })
  await one(`insert into visit_click (channel_id, visitor_id, click_sealed) values ($1, 'visitor-2', $2)`, [
    ...[channel.id, vault.seal('{}', clickPurpose)],
  ])
  await one(
    `insert into sso (name, issuer, client_id, client_secret_sealed, claim) values ('a', 'https://sso.example.com', 'a', $1, 'sub')
     on conflict do nothing`,
    [vault.seal('a', clientSecretPurpose)],
  )
  const hook = await one(
    `insert into hook (channel_id, name, events, template) values ($1, '回传', '{registered}', '{}') returning id`,
    [channel.id],
  )
  await one('update hook set secrets_sealed = $2 where id = $1', [
    hook,
    vault.seal('{"a":"b"}', hookPurpose(hook)),
  ])
  const notice = await one(
    `insert into notice_target (kind, name, kinds, language, host) values ('feishu', '群', '{}', 'zh-CN', 'open.feishu.cn') returning id`,
    [],
  )
  await one('update notice_target set secrets_sealed = $2 where id = $1', [
    notice,
    vault.seal('{"url":"https://open.feishu.cn/a"}', noticePurpose(notice)),
  ])
  const org = await addOrg(app)
  await one('update org set push_secret_sealed = $2 where id = $1', [
    org,
    vault.seal('push', 'org.pushSecret'),
  ])
  await one(`insert into org_secret (org_id, name, sealed) values ($1, 'a', $2), ($1, 'b', $3)`, [
    ...[org, vault.seal('a', 'org.secret'), vault.seal('b', 'org.secret')],
  ])
  const collection = await one(
    `insert into collection (name, provider) values ('收款', 'wechat') returning id`,
    [],
  )
  await one(`update collection set secrets_sealed = $2, secret_names = '{key}' where id = $1`, [
    ...[collection, vault.seal('{"key":"k"}', `collection.secrets:${collection}`)],
  ])
  await one(
    `insert into previous_secret (collection_id, name, value_sealed, ends_at) values ($1, 'key', $2, now() + interval '1 day')`,
    [collection, vault.seal('{"key":"before"}', `previousSecret.collection:${collection}.key`)],
  )
  await one(
    `insert into previous_secret (org_id, name, value_sealed, ends_at) values ($1, 'a', $2, now() + interval '1 day')`,
    [org, vault.seal('{"a":"before"}', `previousSecret.org:${org}.a`)],
  )
  await one(
    `insert into payment_callback (collection_id, verdict, reason, ip, body_sealed) values ($1, 'wrong', 'form', '', $2)`,
    [collection, vault.seal('body', 'payment_callback.body')],
  )
  const admin = await one(`select id from admin limit 1`, [])
  await one(
    `insert into export_task (resource, format, filter, filter_sealed, language, rows_total, created_by)
     values ('user', 'csv', '{}', $2, 'zh-CN', 1, $1)`,
    [admin, vault.seal('{}', 'exportTask.filter')],
  )
  await one('insert into admin_answer (admin_id, key, answer_sealed) values ($1, $2, $3)', [
    ...[admin, 'once', vault.seal('{}', answerPurposeOf(admin))],
  ])
  const change = await one(
    `insert into change_request (kind, target_id, target_name, facts, created_by) values ('collection', $1, '', '[]', $2) returning id`,
    [collection, admin],
  )
  await one('update change_request set payload_sealed = $2 where id = $1', [
    ...[change, vault.seal('{}', payloadPurpose(change))],
  ])
  await one(`insert into batch (act, filter_sealed, total, created_by) values ('user.delete', $2, 1, $1)`, [
    ...[admin, vault.seal('{}', 'batch.filter')],
  ])
}

/** How many values of each column are sealed with the first key of the database, and how many in all. */
export async function sealedCounts(
  pool: TestApp['pool'],
): Promise<Record<string, { first: number; all: number }>> {
  const found: Record<string, { first: number; all: number }> = {}
  for (const { table, column } of sealedColumns) {
    const { rows } = await pool.query(
      `select count(*) filter (where sealed_mark("${column}") = '')::int as first, count("${column}")::int as all from "${table}"`,
    )
    found[`${table}.${column}`] = rows[0]
  }
  return found
}
