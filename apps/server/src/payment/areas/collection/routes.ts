import { codes } from '@kabao/contract'
import { type CollectionCreate, type CollectionRow, collection } from '@kabao/contract/payment/collection'
import type { ProviderValues } from '@kabao/contract/payment/payment-provider'
import { type RawBuilder, sql } from 'kysely'
import { endPrevious, forgetOthers, keepPrevious, tracePrevious } from '#partners'
import { notFound, Problem } from '#platform/base/problem'
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
import { openSecrets, readCollection, sealSecrets } from '../../collections.ts'
import { findCallbacks } from '../../kept-callbacks.ts'
import { accountOf } from '../../open.ts'
import { checkProvider, newHostsOf, secretNamesOf } from '../../providers.ts'
import { collectionExport } from './export.ts'
import { entity } from './machine.ts'
import { replacedIn } from './previous.ts'
import { dayIn, find, findPageOfCollections, rowsOfCollections } from './queries.ts'
import { templateRoutes } from './template.ts'

export function collectionRoutes(services: Services) {
  const { vault, settings, providerOf } = services
  const today = () => dayIn(businessClock(settings))

  const findOne = async (db: Db, id: string): Promise<CollectionRow> => {
    const [row] = await find(db, [id], today())
    if (!row) throw notFound()
    return row
  }

  const acts = machineRoutes(services, entity)
  /** The sandbox collects no money, so a deployment must allow it. @throws Problem if it would be enabled elsewhere */
  const refuseSandbox = async (db: Db, chosen: RawBuilder<unknown>): Promise<void> => {
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

        create: async ({ db, body: { secrets, ...fields }, caller }) => {
          const kept = withoutEmpty(secrets)
          refuseWrong(fields, kept)
          const id = await insertRow(db, 'collection', {
            ...columnsOf(fields),
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
          // Sealed with the id, so that the secrets of one row cannot be moved to another.
          await sql`update collection set secrets_sealed = ${sealed(id, kept)}, secret_names = ${Object.keys(kept)}
            where id = ${id}`.execute(db)
          return id
        },

        change: async ({ secrets, overlapDays, ...fields }, { stored, db, caller }) => {
          const isOther = stored.provider !== fields.provider
          // The secrets of one provider are of no use for another.
          const before = isOther ? {} : openSecrets(vault, stored.id, stored.secretsSealed)
          if (!isOther)
            refuseKeptSecrets(fields, {
              before,
              stored: stored.settings as unknown as ProviderValues,
              secrets,
            })
          const kept = onlyNamed(fields, withoutEmpty({ ...before, ...secrets }))
          refuseWrong(fields, kept)
          const owner = { kind: 'collection', id: stored.id } as const
          const { replaced, names } = isOther
            ? { replaced: [], names: [] }
            : replacedIn(
                fields.provider,
                { settings: stored.settings as unknown as ProviderValues, secrets: before },
                { settings: withoutEmpty(fields.settings), secrets: kept },
              )
          await forgetOthers(db, owner, names)
          await keepPrevious(db, vault, { owner, replaced, overlapDays, by: caller.adminId })
          return {
            ...columnsOf(fields),
            secretsSealed: sealed(stored.id, kept),
            secretNames: Object.keys(kept),
          }
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
        await refuseSandbox(ask.db, sql`t.id = ${ask.params.id}`)
        return acts.enable(ask)
      },

      enableMany: async (ask) => {
        await refuseSandbox(ask.db, sql`t.id = any(${ask.body.ids}::bigint[])`)
        return acts.enableMany(ask)
      },

      enableMatching: async (ask) => {
        const { where } = rowsOfCollections({ ...ask.body.filter, sort: 'createdAt' })
        await refuseSandbox(ask.db, sql.join([sql`true`, ...where], sql` and `))
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
        await sql`update collection set tried_at = now(), tried_reason = ${reason?.slice(0, 300) ?? null}
          where id = ${id}`.execute(db)
        audit({ target: { kind: 'collection', id }, after: { tried: tried.outcome } })
        return findOne(db, id)
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

  function sealed(id: string, secrets: ProviderValues): Buffer | null {
    return Object.keys(secrets).length === 0 ? null : sealSecrets(vault, id, secrets)
  }
}

type Fields = Omit<CollectionCreate, 'secrets'>

/** Keys and certificates are read when they are saved. @throws Problem at their fields */
function refuseWrong({ provider, settings }: Fields, secrets: ProviderValues): void {
  const problems = checkProvider({ kind: provider, settings: withoutEmpty(settings), secrets }, new Date())
  if (problems.length === 0) return
  const sealed = new Set(secretNamesOf(provider, settings))
  const place = (field: string) => `${sealed.has(field) ? 'secrets' : 'settings'}.${field}`
  throw new Problem(codes.invalid, 'invalid', {
    sentences: Object.fromEntries(problems.map(({ field, words }) => [place(field), words])),
  })
}

/**
 * Who may edit an address could have a secret sent there, so a new host asks for every secret anew.
 * @throws Problem at the secrets that were left out
 */
function refuseKeptSecrets(
  { provider, settings }: Fields,
  { before, stored, secrets }: { before: ProviderValues; stored: ProviderValues; secrets: ProviderValues },
): void {
  if (newHostsOf(provider, stored, settings).length === 0) return
  const left = Object.keys(before).filter((name) => !secrets[name])
  if (left.length === 0) return
  throw new Problem(codes.invalid, 'invalid', {
    fields: Object.fromEntries(left.map((name) => [`secrets.${name}`, 'secretAnew' as const])),
  })
}

/** The secrets that the provider still names. */
const onlyNamed = ({ provider, settings }: Fields, secrets: ProviderValues): ProviderValues => {
  const named = new Set(secretNamesOf(provider, settings))
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => named.has(name)))
}

const withoutEmpty = (values: ProviderValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The columns of a row; the merchant and the application stand in columns of their own, for the list. */
const columnsOf = ({ settings, productIds, ...fields }: Fields) => {
  const kept = withoutEmpty(settings)
  return {
    ...fields,
    settings: JSON.stringify(kept),
    productIds: [...productIds],
    dailyLimitFen: fields.dailyLimitFen === null ? null : String(fields.dailyLimitFen),
    merchantNo: (kept.merchantNo ?? kept.sellerId ?? '').slice(0, 64),
    appId: (kept.appId ?? '').slice(0, 64),
  }
}

/** What the audit log keeps: no setting of a provider, and of the secrets only which are set. */
const trace = ({
  settings: _,
  today: _today,
  references: _references,
  openUntil: _open,
  previousSecrets,
  ...row
}: CollectionRow) => ({
  ...row,
  ...(previousSecrets.length > 0 && { previousKeys: tracePrevious(previousSecrets) }),
})
