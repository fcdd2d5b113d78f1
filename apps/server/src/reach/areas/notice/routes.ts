import { maskEmail } from '@kabao/contract/kernel/personal'
import { type NoticeTargetRow, notice } from '@kabao/contract/reach/notice'
import { sql } from 'kysely'
import { invalid, notFound } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { roleChoices } from '#platform/choices/sources'
import { crudHandlers } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { targetName } from '#platform/deliveries/kind'
import { sendAgain } from '#platform/deliveries/results'
import { resumeTarget } from '#platform/deliveries/targets'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { tellNewAddress } from '#supply'
import { findDelivery, findPageOfDeliveries } from '../../deliveries.ts'
import { trialOf } from '../../notice/kind.ts'
import { linksOf } from '../../notice/link.ts'
import { findTarget, sealSecrets, secretsOf } from '../../notice/target.ts'
import { shownTrial } from '../../trial.ts'
import { fieldsOf } from './fields.ts'
import { findPageOfTargets, findTargets } from './queries.ts'

export function noticeRoutes({ vault, outgoing, publicUrl }: Services) {
  const find = (db: Db, ids: readonly string[]) => findTargets(db, vault, ids)
  const targetOf = async (db: Db, id: string) => {
    const target = await findTarget(db, id)
    if (!target) throw notFound()
    return target
  }
  const hostOf = (host: string | null) => (host === null ? null : `https://${host}`)
  return serve(
    notice,
    {
      ...crudHandlers(notice, {
        table: 'noticeTarget',
        page: ({ db, body }) => findPageOfTargets(db, vault, body),
        find,
        create: async ({ db, body: { kind, ...fields }, caller }) => {
          const { columns, secrets } = fieldsOf(outgoing, kind, fields, null)
          const { name, host } = columns
          await tellNewAddress(db, { what: 'notice', name, before: null, after: hostOf(host), by: caller })
          const id = await insertRow(
            db,
            'noticeTarget',
            Object.assign(columns, { kind, createdBy: caller.adminId, updatedBy: caller.adminId }),
          )
          if (Object.keys(secrets).length > 0)
            await sql`update notice_target set secrets_sealed = ${sealSecrets(vault, id, secrets)} where id = ${id}`.execute(
              db,
            )
          return id
        },
        change: async ({ kind, ...fields }, { stored, shown, db, caller }) => {
          if (kind !== undefined && kind !== shown.kind) throw invalid({ kind: 'choice' })
          const { columns, secrets } = fieldsOf(outgoing, shown.kind, fields, {
            row: shown,
            secrets: secretsOf(vault, stored),
          })
          const { name, host } = columns
          await tellNewAddress(db, {
            what: 'notice',
            name,
            before: hostOf(shown.host),
            after: hostOf(host),
            by: caller,
          })
          const sealed = Object.keys(secrets).length > 0 ? sealSecrets(vault, shown.id, secrets) : null
          return Object.assign(columns, { secretsSealed: sealed })
        },
        trace,
      }),

      try: async ({ db, params: { id }, caller, language, audit }) => {
        const target = await targetOf(db, id)
        const linkTo = linksOf(publicUrl)
        const call = await trialOf(db, { vault, outgoing, linkTo }, target, language)
        const { request } = call
        const result =
          typeof request === 'function'
            ? await request()
            : await outgoing.call(
                Object.assign({}, request, {
                  key: `noticeTrial:${id}`,
                  limits: { concurrent: 1, calls: 10, seconds: 60 },
                }),
              )
        const trial = shownTrial(Object.assign({ ids: ['0'] }, call), result)
        return async () => {
          audit({
            target: { kind: 'noticeTarget', id },
            after: { trial: trial.status ?? trial.why ?? trial.kind, by: caller.adminId },
          })
          return trial
        }
      },

      resume: async ({ db, params: { id }, audit }) => {
        await targetOf(db, id)
        if (await resumeTarget(db, targetName('notice', id)))
          audit({ target: { kind: 'noticeTarget', id }, after: { resumed: true } })
        return null
      },

      deliveries: ({ db, body }) => findPageOfDeliveries(db, 'notice', body, null) as never,

      details: ({ db, params: { id } }) => findDelivery(db, 'notice', id, null) as never,

      again: async ({ db, params: { id }, audit }) => {
        await findDelivery(db, 'notice', id, null)
        if ((await sendAgain(db, [id])).length > 0)
          audit({ target: { kind: 'delivery', id }, before: { state: 'dead' }, after: { state: 'waiting' } })
        return findDelivery(db, 'notice', id, null) as never
      },

      roles: choosing(roleChoices),
    },
    {
      notice_target_name_key: { field: 'name', problem: 'taken' },
      notice_target_role_id_fkey: { field: 'roleId', problem: 'noSuchRole' },
    },
  )
}

/** Addresses are those of colleagues. */
const trace = ({
  waiting: _waiting,
  dead: _dead,
  brokenAt: _broken,
  pausedUntil: _paused,
  roleName: _role,
  addresses,
  account,
  sender,
  ...row
}: NoticeTargetRow) =>
  Object.assign(row, {
    addresses: addresses.map(maskEmail),
    account: account && maskEmail(account),
    sender: sender && maskEmail(sender),
  })
