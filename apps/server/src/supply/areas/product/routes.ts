import type { ChoiceQuery } from '@kabao/contract/kernel/choice'
import type { Flow, ProductDetail } from '@kabao/contract/supply/product'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { orgChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import { databaseNow } from '#platform/db/now'
import { refusePast } from '#platform/db/past'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { nextDate } from '#platform/machines/dates'
import { machineRoutes } from '#platform/machines/routes'
import { cleanRichText } from '#platform/rich-text/clean'
import type { Services } from '#platform/services'
import { claimCover } from './cover.ts'
import { productExportOf } from './export.ts'
import type { List } from './lists.ts'
import { entityOf } from './machine.ts'
import { moveProduct, placeFor } from './order.ts'
import * as queries from './queries.ts'

export const productRoutes = (services: Services, list: List) => {
  const { calls, only, flows } = list
  return serve(
    calls,
    {
      ...crudHandlers(calls, {
        table: 'product',
        only,

        page: ({ db, body }) => queries.findPageOfProducts(db, list, body),

        find: (db, ids) => queries.findProducts(db, list, ids),

        create: async ({ db, body: { sort, ...body }, caller: { adminId } }) => {
          refusePast('onSaleTo', body.onSaleTo)
          const id = await insertRow(db, 'product', {
            ...body,
            detail: cleanRichText(body.detail, 'detail'),
            place: placeFor(sort),
            actsAt: nextDate(datesOf(body), databaseNow()),
            createdBy: adminId,
            updatedBy: adminId,
          })
          await claimCover(db, id, body.coverFileId, adminId)
          return id
        },

        change: async ({ sort, ...fields }, { shown, db, caller }) => {
          await claimCover(db, shown.id, fields.coverFileId, caller.adminId)
          // An unchanged end may be in the past, so that the other fields of an ended product can be changed.
          if (fields.onSaleTo !== shown.onSaleTo) refusePast('onSaleTo', fields.onSaleTo)
          const before = { dates: datesOf(shown), actsAt: shown.actsAt }
          return {
            ...fields,
            // With a pool, its idle links are the stock.
            stock: shown.hasPool ? undefined : fields.stock,
            detail: cleanRichText(fields.detail, 'detail'),
            // An unchanged number keeps the place that the product was moved to.
            place: sort === shown.sort ? undefined : placeFor(sort),
            actsAt: nextDate(datesOf(fields), databaseNow(), before),
          }
        },

        guardRemoval: refuseReferenced,

        removed: async (rows, { db, caller }) => {
          for (const { id, coverFileId } of rows)
            if (coverFileId !== null) await claimCover(db, id, null, caller.adminId)
        },

        trace,
      }),

      export: exporting(services, productExportOf(list)),

      move: async ({ db, params: { id }, body, caller, audit }) => {
        const { before, after } = await moveProduct(db, list, id, body, caller.adminId)
        if (before.place !== after.place) audit({ target: { kind: 'product', id }, before, after })
        return one(await queries.findProducts(db, list, [id]))
      },

      counts: ({ db }) => countByState(db, entityOf(list), null),

      orgs: choosing<ChoiceQuery & { flow?: Flow | undefined }>(
        orgChoices,
        ({ flow }) => sql`t.flow = any(${flow ? [flow] : flows})`,
      ),

      ...machineRoutes(services, entityOf(list)),
    },
    {
      product_name_key: { field: 'name', problem: 'taken' },
      product_cover_file_id_fkey: { field: 'coverFileId', problem: 'noSuchFile' },
      product_org_id_fkey: { field: 'orgId', problem: 'noSuchOrg' },
    },
  )
}

const datesOf = ({ onSaleFrom, onSaleTo }: Pick<ProductDetail, 'onSaleFrom' | 'onSaleTo'>) => [
  onSaleFrom,
  onSaleTo,
]
const one = ([row]: ProductDetail[]): ProductDetail => {
  if (!row) throw notFound()
  return row
}
/** The fields for the audit log. */
const trace = ({
  references: _,
  actsAt: _actsAt,
  orgName: _orgName,
  detailText: _text,
  hasPool: _hasPool,
  sold: _sold,
  left: _left,
  ...row
}: ProductDetail) => row
