import { randomBytes } from 'node:crypto'
import { type WebhookPage, type WebhookRow, webhook } from '@kabao/contract/reach/webhook'
import { sql } from 'kysely'
import { type Faults, notFound, refuseFaults } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { choosing } from '#platform/choices/answer'
import { orgChoices } from '#platform/choices/sources'
import { crudHandlers } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { findPage } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import { insertRow, lockRows } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { tellNewAddress } from '#supply'
import { hooksOf } from '../../deliveries.ts'
import { deliveryHandlers } from '../../handlers.ts'
import { sealSecrets, secretsOf } from '../../hook.ts'
import { hookColumns, hookJoins } from '../../hook-rows.ts'
import { standardWebhook } from '../../shipped/standard.ts'
import { secretPrefix } from '../../sign.ts'

const columns = sql<WebhookRow>`${hookColumns}, t.org_id as "orgId", org.name as "orgName", t.events,
  t.template #>> '{request,url}' as url, case when t.previous_ends_at > now() then t.previous_ends_at end as "previousEndsAt"`

const findPageOfWebhooks = (db: Db, { current, size, sort, id, name, orgId, event, isOn }: WebhookPage) =>
  findPage<WebhookRow>(db, {
    table: sql`hook`,
    joins: hookJoins,
    where: [
      ...hooksOf('webhook', null),
      ...(id ? [sql`t.id = ${id}`] : []),
      ...(name ? [sql`t.name ilike ${contains(name)}`] : []),
      ...(orgId ? [sql`t.org_id = ${orgId}`] : []),
      ...(event ? [sql`${sql.lit(event)} = any(t.events)`] : []),
      ...(isOn === undefined ? [] : [sql`t.is_on = ${isOn}`]),
    ],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    columns,
    current,
    size,
  })

async function findWebhooks(db: Db, ids: readonly string[]): Promise<WebhookRow[]> {
  const where = sql.join([sql`t.id = any(${ids}::bigint[])`, ...hooksOf('webhook', null)], sql` and `)
  const { rows } = await sql<WebhookRow>`select ${columns} from hook t ${hookJoins} where ${where}`.execute(
    db.withoutPlugins(),
  )
  return rows
}

const newSecret = () => `${secretPrefix}${randomBytes(32).toString('base64')}`

export function webhookRoutes(services: Services) {
  const { vault, outgoing } = services
  /** @throws Problem at each field that is wrong */
  const refuseWrong = async (db: Db, url: string, orgId: string | null) => {
    const faults: Faults = {}
    if (outgoing.look(url) !== null) faults.url = 'privateAddress'
    if (orgId !== null) {
      const { rows } = await sql`select from org where id = ${orgId}`.execute(db)
      if (rows.length === 0) faults.orgId = 'noSuchOrg'
    }
    refuseFaults(faults)
  }
  const tell = (db: Db, name: string, before: string | null, after: string, by: Caller) =>
    tellNewAddress(db, { what: 'webhook', name, before, after, by })
  const handlers = crudHandlers(webhook, {
    table: 'hook',
    only: hooksOf('webhook', null),
    page: ({ db, body }) => findPageOfWebhooks(db, body),
    find: findWebhooks,
    create: async ({ db, body: { url, ...fields }, caller }) => {
      await refuseWrong(db, url, fields.orgId)
      await tell(db, fields.name, null, url, caller)
      const id = await insertRow(db, 'hook', {
        ...fields,
        template: JSON.stringify(standardWebhook(url)),
        createdBy: caller.adminId,
        updatedBy: caller.adminId,
      })
      await sql`update hook set secrets_sealed = ${sealSecrets(vault, id, { signing: newSecret() })} where id = ${id}`.execute(
        db,
      )
      return id
    },
    change: async ({ url, ...fields }, { shown, db, caller }) => {
      await refuseWrong(db, url, null)
      await tell(db, fields.name, shown.url, url, caller)
      return { ...fields, template: JSON.stringify(standardWebhook(url)) }
    },
    trace,
  })
  return serve(
    webhook,
    {
      ...handlers,
      create: async (call) => {
        const row = (await handlers.create(call)) as WebhookRow
        const [stored] = await lockRows(call.db, 'hook', [row.id])
        return { ...row, secret: stored ? (secretsOf(vault, stored).signing ?? '') : '' }
      },
      newSecret: async ({ db, params: { id }, body: { overlapDays }, caller, audit }) => {
        const [stored] = await lockRows(db, 'hook', [id], { where: hooksOf('webhook', null) })
        if (!stored) throw notFound()
        const { signing } = secretsOf(vault, stored)
        const secret = newSecret()
        const values = {
          signing: secret,
          ...(overlapDays > 0 && signing !== undefined && { previous: signing }),
        }
        await sql`update hook set secrets_sealed = ${sealSecrets(vault, id, values)}, version = version + 1, updated_at = now(),
          updated_by = ${caller.adminId}, previous_ends_at = ${overlapDays > 0 ? sql`now() + make_interval(days => ${overlapDays}::int)` : null}
          where id = ${id}`.execute(db)
        const [row] = await findWebhooks(db, [id])
        if (!row) throw notFound()
        audit({ target: { kind: 'hook', id }, after: { previousEndsAt: row.previousEndsAt } })
        return { ...row, secret }
      },
      ...deliveryHandlers(services, 'webhook'),
      orgs: choosing(orgChoices),
    },
    {
      hook_name_key: { field: 'name', problem: 'taken' },
      hook_org_id_fkey: { field: 'orgId', problem: 'noSuchOrg' },
    },
  )
}

const trace = ({
  orgId: _org,
  waiting: _waiting,
  dead: _dead,
  brokenAt: _broken,
  pausedUntil: _paused,
  ...row
}: WebhookRow) => row
