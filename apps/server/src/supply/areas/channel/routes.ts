import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import type { ChannelRow } from '@kabao/contract/supply/channel'
import { sql } from 'kysely'
import { apiKeyHandlers, type Owners, partnerRequestHandlers } from '#partners'
import { normalIpRanges } from '#platform/base/ip-range'
import { invalid, notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices, channelChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import type { Conflicts } from '#platform/http/database-refusal'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { tellNewAddress } from '../../new-address.ts'
import { channelExportOf } from './export.ts'
import type { List } from './lists.ts'
import { entityOf } from './machine.ts'
import * as queries from './queries.ts'
import { setupOfChannel } from './setup.ts'
import { showRow } from './show.ts'

export const channelRoutes = (services: Services, list: List) => {
  const { calls, only } = list
  const partner: Owners = {
    kind: 'channel',
    find: async (db, id, caller) => (await queries.findChannels(db, list, [id], ownerOf(caller)))[0] ?? null,
  }
  return serve(
    calls,
    {
      ...crudHandlers(calls, {
        table: 'channel',
        only,
        owner: 'ownerId',

        page: async ({ db, body, caller }) => {
          const page = await queries.findPageOfChannels(db, list, body, ownerOf(caller))
          return { ...page, records: page.records.map(showRow) }
        },

        find: async (db, ids, caller) =>
          (await queries.findChannels(db, list, ids, ownerOf(caller))).map(showRow),

        create: async ({
          db,
          body: { contactName, contactPhone, ownerId, allowedIps, ...fields },
          caller,
        }) => {
          const address = {
            what: 'notifyUrl',
            name: fields.name,
            before: null,
            after: fields.notifyUrl,
          } as const
          await tellNewAddress(db, { ...address, by: caller })
          return insertRow(db, 'channel', {
            ...fields,
            allowedIps: normalIpRanges(allowedIps, 'allowedIps'),
            contactName: contactName ?? '',
            contactPhone: contactPhone ?? '',
            ownerId: await newOwner(db, ownerId, caller),
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
        },

        change: async (
          { contactName, contactPhone, ownerId, allowedIps, ...fields },
          { stored, db, caller },
        ) => {
          const address = { what: 'notifyUrl', name: stored.name, before: stored.notifyUrl } as const
          await tellNewAddress(db, { ...address, after: fields.notifyUrl, by: caller })
          return {
            ...fields,
            allowedIps: normalIpRanges(allowedIps, 'allowedIps'),
            contactName: contactName === null ? '' : contactName,
            contactPhone: contactPhone === null ? '' : contactPhone,
            // A channel may keep an owner whose account is disabled.
            ownerId: ownerId === stored.ownerId ? ownerId : await newOwner(db, ownerId, caller),
            remark: restoreMasked(fields.remark, stored.remark),
          }
        },

        guardRemoval: refuseReferenced,

        trace,
      }),

      export: exporting(services, channelExportOf(list)),

      counts: ({ db, caller }) => countByState(db, entityOf(list), ownerOf(caller)),

      owners: choosing(adminChoices),
      named: choosing(channelChoices, () => sql.join(only, sql` and `)),

      reveal: async ({ db, params, caller, audit }) => {
        const [row] = await queries.findChannels(db, list, [params.id], ownerOf(caller))
        if (!row) throw notFound()
        audit({ target: { kind: 'channel', id: row.id } })
        return { contactName: row.contactName, contactPhone: row.contactPhone, remark: row.remark }
      },

      ...machineRoutes(services, entityOf(list)),

      ...partnerRequestHandlers(services, partner),

      ...apiKeyHandlers(services, partner),

      setup: async ({ db, params: { id }, caller }) => {
        const [row] = await queries.findChannels(db, list, [id], ownerOf(caller))
        if (!row) throw notFound()
        return { steps: await setupOfChannel(db, row) }
      },
    },
    accountStays,
  )
}

/** A channel whose account has transfers is not deleted. */
const accountStays: Conflicts = {
  account_empty: { words: 'holdsMoney' },
  account_unused: { words: 'hasTransfers' },
}

/**
 * The owner that a channel gets. A caller who sees only own channels is the owner of every channel that this caller adds.
 * @throws Problem at `ownerId`
 */
async function newOwner(db: Db, ownerId: string | null, caller: Caller): Promise<string | null> {
  const self = ownerOf(caller)
  if (self !== null && ownerId !== null && ownerId !== self) throw invalid({ ownerId: 'ownOnly' })
  const owner = ownerId ?? self
  if (owner !== null && !(await queries.isEnabledAdmin(db, owner))) throw invalid({ ownerId: 'noSuchOwner' })
  return owner
}

/** The fields for the audit log, personal data masked. */
const trace = ({ references: _, landingUrl: _landingUrl, ownerId: _ownerId, ...row }: ChannelRow) => row
