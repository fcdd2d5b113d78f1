import { codes } from '@kabao/contract'
import { type CollectionRow, collection } from '@kabao/contract/payment/collection'
import { type RawBuilder, sql } from 'kysely'
import { endPrevious } from '#partners'
import { notFound, Problem } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { productChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { callbackAddressOf } from '../../callback-address.ts'
import { readCollection } from '../../collections.ts'
import { findCallbacks } from '../../kept-callbacks.ts'
import { accountOf } from '../../open.ts'
import {
  accountAfter,
  accountIn,
  columnsOf,
  fileAccount,
  isEmpty,
  isOther,
  refuseNeverApproved,
  refuseWrong,
  withoutEmpty,
} from './account.ts'
import { collectionExport } from './export.ts'
import { entity } from './machine.ts'
import { dayIn, find, findPageOfCollections, rowsOfCollections } from './queries.ts'
import { templateRoutes } from './template.ts'
import { trace } from './trace.ts'
import { tryOrder } from './trial.ts'

/** @param reason why it does not work; null: it does */
const noteTry = (db: Db, id: string, reason: string | null) =>
  sql`update collection set tried_at = now(), tried_reason = ${reason?.slice(0, 300) ?? null} where id = ${id}`.execute(
    db,
  )

export function collectionRoutes(services: Services) {
  const { vault, settings, providerOf } = services
  const today = () => dayIn(businessClock(settings))

  const findOne = async (db: Db, id: string): Promise<CollectionRow> => {
    const [row] = await find(db, [id], today())
    if (!row) throw notFound()
    return row
  }

  const acts = machineRoutes(services, entity)
  /**
   * The sandbox collects no money, so a deployment must allow it. @throws Problem if it would be enabled elsewhere, or if nobody has
   * approved the merchant and the keys of a new one
   */
  const refuseUnready = async (db: Db, chosen: RawBuilder<unknown>): Promise<void> => {
    await refuseNeverApproved(db, chosen)
    if (services.takesSandbox) return
    const { rows } =
      await sql`select from collection t where t.provider = 'sandbox' and t.status = 'disabled' and ${chosen}
      limit 1`.execute(db)
    if (rows.length > 0) throw new Problem(codes.conflict, 'noSandbox')
  }

  return serve(
    collection,
    {
      ...crudHandlers(collection, {
        table: 'collection',
        page: ({ db, body }) => findPageOfCollections(db, today(), body),
        find: (db, ids) => find(db, ids, today()),

        // The merchant, its keys and its addresses are stored once another person has approved them.
        create: async ({ db, body: { provider, settings, secrets, ...fields }, caller, audit }) => {
          const given = { provider, settings: withoutEmpty(settings), secrets: withoutEmpty(secrets) }
          refuseWrong(given)
          const id = await insertRow(db, 'collection', {
            ...columnsOf({ ...fields, provider, settings: {} }),
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
          if (!isEmpty(given))
            await fileAccount(
              db,
              vault,
              { id, name: fields.name, before: null, given, overlapDays: 0 },
              { caller, audit },
            )
          return id
        },

        change: async (
          { provider, settings, secrets, overlapDays, ...fields },
          { stored, db, caller, audit },
        ) => {
          const given = { provider, settings: withoutEmpty(settings), secrets }
          const before = accountIn(vault, stored)
          if (isOther(before, given)) {
            refuseWrong(accountAfter(before, given))
            const account = { id: stored.id, name: stored.name, before, given, overlapDays }
            await fileAccount(db, vault, account, { caller, audit })
          }
          return columnsOf({ ...fields, provider: before.provider, settings: before.settings })
        },

        guardRemoval: refuseReferenced,
        trace,
      }),

      export: exporting(services, collectionExport),
      counts: ({ db }) => countByState(db, entity, null),
      ...acts,
      ...templateRoutes,

      endSecret: async ({ db, params: { id, secretId }, audit }) => {
        await findOne(db, id)
        const endedKey = await endPrevious(db, { kind: 'collection', id }, secretId)
        audit({ target: { kind: 'collection', id }, after: { endedKey } })
        return null
      },

      enable: async (ask) => {
        await refuseUnready(ask.db, sql`t.id = ${ask.params.id}`)
        return acts.enable(ask)
      },

      enableMany: async (ask) => {
        await refuseUnready(ask.db, sql`t.id = any(${ask.body.ids}::bigint[])`)
        return acts.enableMany(ask)
      },

      enableMatching: async (ask) => {
        const { where } = rowsOfCollections({ ...ask.body.filter, sort: 'createdAt' })
        await refuseUnready(ask.db, sql.join([sql`true`, ...where], sql` and `))
        return acts.enableMatching(ask)
      },

      tryIt: async ({ db, params: { id }, audit }) => {
        const found = await readCollection(db, vault, id)
        if (!found) throw notFound()
        const tried = await providerOf(accountOf(found)).tryIt()
        const reason =
          tried.outcome === 'ok'
            ? null
            : tried.outcome === 'refused'
              ? `${tried.code}: ${tried.message}`
              : [tried.why, tried.message].filter((part) => part).join(': ')
        await noteTry(db, id, reason)
        audit({ target: { kind: 'collection', id }, after: { tried: tried.outcome } })
        return findOne(db, id)
      },

      products: choosing(productChoices),

      trial: async ({ db, params: { id }, audit }) => {
        const found = await readCollection(db, vault, id)
        const place = await callbackAddressOf(db, id)
        if (!found || !place) throw notFound()
        const notifyUrl = settings.get('open.address') + place.path
        const { outgoing, notePrevious } = services
        const tried = await tryOrder(found, { outgoing, notePrevious, notifyUrl })
        return async (write) => {
          await noteTry(write, id, tried.reason)
          const { orderNo, works } = tried
          audit({
            target: { kind: 'collection', id },
            after: { trial: orderNo, tried: works ? 'ok' : tried.reason },
          })
          return tried
        }
      },

      callbacks: async ({ db, params: { id } }) => {
        const place = await callbackAddressOf(db, id)
        if (!place) throw notFound()
        const { path, isTakenById } = place
        return {
          address: settings.get('open.address') + path,
          isTakenById,
          wrong: await findCallbacks(db, vault, { wrongOf: id }),
        }
      },
    },
    { collection_name_key: { field: 'name', problem: 'taken' } },
  )
}
