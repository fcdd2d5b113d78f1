import { randomInt } from 'node:crypto'
import { codes } from '@kabao/contract'
import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import type { OrgDetail } from '@kabao/contract/supply/org'
import { sql } from 'kysely'
import { apiKeyHandlers, type Owners, partnerRequestHandlers } from '#partners'
import { invalid, notFound, Problem } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { adminChoices, orgChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { tellNewAddress } from '../../new-address.ts'
import { refusePrivate } from './addresses.ts'
import { capRoutes } from './caps.ts'
import { deliveryRoutes } from './delivery.ts'
import { orgExportOf } from './export.ts'
import type { List } from './lists.ts'
import { claimLogo } from './logo.ts'
import { entityOf } from './machine.ts'
import { masked } from './masked.ts'
import * as queries from './queries.ts'
import { setupOfOrg } from './setup.ts'
import { templateRoutes } from './template/routes.ts'

export const orgRoutes = (services: Services, list: List) => {
  const { calls, only } = list
  const partner: Owners = {
    kind: 'org',
    find: async (db, id) => {
      const [org] = await queries.findOrgs(db, list, [id])
      return org ? { name: org.name, callsPerSecond: null, dailyCap: null } : null
    },
  }

  return serve(
    calls,
    {
      ...crudHandlers(calls, {
        table: 'org',
        only,

        page: async ({ db, body }) => {
          const page = await queries.findPageOfOrgs(db, list, body)
          return { ...page, records: page.records.map(masked) }
        },

        find: async (db, ids) => (await queries.findOrgs(db, list, ids)).map(masked),

        create: async ({ db, body, caller }) => {
          const { adminId } = caller
          const { code = newCode(), logoFileId = null, ...entered } = body
          const standard = services.settings.get('threshold.lowBalanceFen')
          const fields = { ...entered, alertFen: entered.alertFen ?? standard }
          refusePrivate(fields)
          await refuseUnknownSalesman(db, fields.salesmanId)
          await tellNewAddress(db, {
            what: 'loginUrl',
            name: fields.name,
            before: null,
            after: fields.loginUrl,
            by: caller,
          })
          const id = await insertRow(db, 'org', {
            ...fields,
            code,
            logoFileId,
            contactName: fields.contactName ?? '',
            contactPhone: fields.contactPhone ?? '',
            ...inDatabase(fields),
            status: list.machine.start,
            createdBy: adminId,
            updatedBy: adminId,
          })
          if (logoFileId !== null) await claimLogo(db, id, logoFileId, adminId)
          return id
        },

        change: async ({ contactName, contactPhone, ...fields }, { stored, shown: before, db, caller }) => {
          refusePrivate(fields)
          // An organization may keep a salesman whose account is disabled.
          if (fields.salesmanId !== before.salesmanId) await refuseUnknownSalesman(db, fields.salesmanId)
          await tellNewAddress(db, {
            what: 'loginUrl',
            name: before.name,
            before: before.loginUrl,
            after: fields.loginUrl,
            by: caller,
          })
          if (fields.flow !== before.flow) await refuseFlowInUse(db, before.id)
          if (fields.logoFileId !== undefined)
            await claimLogo(db, before.id, fields.logoFileId, caller.adminId)
          return {
            ...fields,
            contactName: contactName === null ? '' : contactName,
            contactPhone: contactPhone === null ? '' : contactPhone,
            ...inDatabase(fields),
            remark: restoreMasked(fields.remark, stored.remark),
          }
        },

        guardRemoval: (row) => {
          refuseReferenced(row)
          if (row.balanceFen !== 0) throw new Problem(codes.conflict, 'holdsMoney')
        },

        removed: async (rows, { db, caller }) => {
          for (const { id, logoFileId } of rows)
            if (logoFileId !== null) await claimLogo(db, id, null, caller.adminId)
        },

        trace,
      }),

      export: exporting(services, orgExportOf(list)),

      reveal: async ({ db, params, audit }) => {
        const [row] = await queries.findOrgs(db, list, [params.id])
        if (!row) throw notFound()
        audit({ target: { kind: 'org', id: row.id } })
        return { contactName: row.contactName, contactPhone: row.contactPhone }
      },

      counts: ({ db }) => countByState(db, entityOf(list), null),

      salesmen: choosing(adminChoices),
      named: choosing(orgChoices, () => sql.join(only, sql` and `)),

      ...templateRoutes(services, list),
      ...deliveryRoutes(list),
      ...capRoutes(services, list),
      ...machineRoutes(services, entityOf(list)),

      ...apiKeyHandlers(services, partner),

      ...partnerRequestHandlers(services, partner),

      setup: async ({ db, params: { id } }) => {
        const [row] = await queries.findOrgs(db, list, [id])
        if (!row) throw notFound()
        return setupOfOrg(db, row)
      },
    },
    {
      org_code_key: { field: 'code', problem: 'taken' },
      org_name_key: { field: 'name', problem: 'taken' },
      org_logo_file_id_fkey: { field: 'logoFileId', problem: 'noSuchFile' },
      org_agreement_same: { field: 'agreements', problem: 'agreementOffered' },
      product_org_id_fkey: { field: 'flow', problem: 'flowInUse' },
      // A recharge that was booked after the row was read.
      account_empty: { words: 'holdsMoney' },
      account_unused: { words: 'hasTransfers' },
    },
  )
}

/** The fields that the database has in another form. */
const inDatabase = ({ agreements, alertFen }: Pick<OrgDetail, 'agreements' | 'alertFen'>) => ({
  agreements: JSON.stringify(agreements),
  alertFen: String(alertFen),
})

/** The characters of a code that the service makes: without those that look alike. */
const codeCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 31⁸ codes; two equal ones are refused by the database. */
const newCode = () =>
  Array.from({ length: 8 }, () => codeCharacters[randomInt(codeCharacters.length)]).join('')

/** @throws Problem at `salesmanId` */
async function refuseUnknownSalesman(db: Db, id: string | null): Promise<void> {
  if (id !== null && !(await queries.isEnabledAdmin(db, id))) throw invalid({ salesmanId: 'noSuchSalesman' })
}

/** @throws Problem at `flow` if plans exist, which have the flow of their organization */
async function refuseFlowInUse(db: Db, id: string): Promise<void> {
  if (await queries.hasPlans(db, id)) throw invalid({ flow: 'flowInUse' })
}

/** The fields for the audit log. The amounts are the ledger's, and its entries tell how they change. */
const trace = ({
  references: _,
  plans: _plans,
  balanceFen: _balance,
  heldFen: _held,
  availableFen: _available,
  isLow: _isLow,
  isBreakerOpen: _isBreakerOpen,
  called: _called,
  offeredAgreements: _offered,
  salesmanId: _salesman,
  ...row
}: OrgDetail) => ({
  ...row,
  // One text for each, so that the history names those that were added and removed.
  agreements: row.agreements.map(({ name, version, url }) => `${name} ${version} ${url}`),
})
