import { codes } from '@kabao/contract'
import type { ChangeFact } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import type { CollectionCreate } from '@kabao/contract/payment/collection'
import type { ProviderKind, ProviderValues } from '@kabao/contract/payment/payment-provider'
import { type RawBuilder, sql } from 'kysely'
import { fileChange } from '#ledger'
import { forgetOthers, keepPrevious } from '#partners'
import { notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { GuardedChange } from '#platform/guarded-change'
import type { AuditEntry } from '#platform/http/audit'
import type { Vault } from '#platform/keys/vault'
import { storedClock } from '#platform/settings/business-clock'
import { openSecrets, sealSecrets } from '../../collections.ts'
import { checkProvider, newHostsOf, secretNamesOf } from '../../providers.ts'
import { replacedIn } from './previous.ts'
import { dayIn, find } from './queries.ts'
import { trace } from './trace.ts'

/** The account at a provider: whoever controls it gets the money, and whoever has its keys says what is paid. Two persons set it. */
export interface Account {
  provider: ProviderKind
  settings: ProviderValues
  secrets: ProviderValues
}

export const withoutEmpty = (values: ProviderValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

export const isEmpty = ({ settings, secrets }: Account): boolean =>
  Object.keys(settings).length + Object.keys(secrets).length === 0

/** The stored account, its secrets in clear. */
export const accountIn = (
  vault: Vault,
  {
    id,
    provider,
    settings,
    secretsSealed,
  }: { id: string; provider: string; settings: unknown; secretsSealed: Buffer | null },
): Account => ({
  provider: provider as ProviderKind,
  settings: settings as ProviderValues,
  secrets: openSecrets(vault, id, secretsSealed),
})

/** Whether something else is given than what is stored; of a secret, whether it is given at all. */
export const isOther = (before: Account, given: Account): boolean => factsOf(before, given).length > 0

/**
 * The account after a change: secrets that are left out stay, those of another provider do not.
 * @throws Problem at the secrets that must be entered anew for a new host
 */
export function accountAfter(before: Account, given: Account): Account {
  const isSame = before.provider === given.provider
  if (isSame) refuseKeptSecrets(before, given)
  const named = new Set(secretNamesOf(given.provider, given.settings))
  const secrets = withoutEmpty(isSame ? { ...before.secrets, ...given.secrets } : given.secrets)
  return {
    ...given,
    secrets: Object.fromEntries(Object.entries(secrets).filter(([name]) => named.has(name))),
  }
}

/** Keys and certificates are read when they are given. @throws Problem at their fields */
export function refuseWrong({ provider, settings, secrets }: Account): void {
  const problems = checkProvider({ kind: provider, settings, secrets }, new Date())
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
  { settings: stored, secrets: before }: Account,
  { provider, settings, secrets }: Account,
): void {
  if (newHostsOf(provider, stored, settings).length === 0) return
  const left = Object.keys(before).filter((name) => !secrets[name])
  if (left.length === 0) return
  throw new Problem(codes.invalid, 'invalid', {
    fields: Object.fromEntries(left.map((name) => [`secrets.${name}`, 'secretAnew' as const])),
  })
}

/** The columns of a row; the merchant and the application stand in columns of their own, for the list. */
export const columnsOf = <
  F extends Pick<CollectionCreate, 'provider' | 'settings' | 'productIds' | 'dailyLimitFen'>,
>({
  settings,
  productIds,
  dailyLimitFen,
  ...fields
}: F) => ({
  ...fields,
  ...accountColumns(settings),
  productIds: [...productIds],
  dailyLimitFen: dailyLimitFen === null ? null : String(dailyLimitFen),
})

const accountColumns = (settings: ProviderValues) => ({
  settings: JSON.stringify(settings),
  merchantNo: (settings.merchantNo ?? settings.sellerId ?? '').slice(0, 64),
  appId: (settings.appId ?? '').slice(0, 64),
})

/** Longer values, such as templates and certificates, are shown by their beginning. */
const mostShown = 200

/** What changes, for whoever reviews it: of a secret only its name. */
function factsOf(before: Account | null, { provider, settings, secrets }: Account): ChangeFact[] {
  const shown = (value: string | undefined) => value?.slice(0, mostShown) ?? null
  const names = [...new Set([...Object.keys(before?.settings ?? {}), ...Object.keys(settings)])].sort()
  const replaced = changeRequestWords.tree.replaced[0]
  return [
    ...(before?.provider === provider
      ? []
      : [{ name: 'provider', before: before?.provider ?? null, after: provider }]),
    ...names.flatMap((name) =>
      before?.settings[name] === settings[name]
        ? []
        : [{ name, before: shown(before?.settings[name]), after: shown(settings[name]) }],
    ),
    ...Object.keys(secrets).map((name) => ({ name, before: null, after: replaced })),
  ]
}

interface Payload {
  given: Account
  overlapDays: number
}

/** Files another account instead of storing it. */
export async function fileAccount(
  db: Db,
  vault: Vault,
  { id, name, before, ...payload }: Payload & { id: string; name: string; before: Account | null },
  by: { caller: Caller; audit(entry: AuditEntry): void },
): Promise<void> {
  const facts = factsOf(before, payload.given)
  await fileChange(db, vault, { kind: 'collection', targetId: id, targetName: name, facts, payload }, by)
}

/** @throws Problem if one of the chosen collection channels has no account yet that another person has approved */
export async function refuseNeverApproved(db: Db, chosen: RawBuilder<unknown>): Promise<void> {
  const filed = sql`select from change_request r where r.kind = 'collection' and r.target_id = t.id`
  const { rows } =
    await sql`select from collection t where t.settings = '{}' and t.secrets_sealed is null and ${chosen}
    and exists (${filed}) and not exists (${filed} and r.status = 'approved') limit 1`.execute(db)
  if (rows.length > 0) throw new Problem(codes.conflict, 'neverApproved')
}

interface StoredAccount {
  id: string
  provider: string
  settings: unknown
  secretsSealed: Buffer | null
}

/** Accounts that another person has approved. */
export const guardedAccount: GuardedChange<Payload> = {
  kind: 'collection',
  async make({
    db,
    services: { vault },
    targetId: id,
    payload: { given, overlapDays },
    filedBy,
    caller,
    audit,
  }) {
    const { rows } = await sql<StoredAccount>`
      select id, provider, settings, secrets_sealed as "secretsSealed" from collection where id = ${id} for no key update`.execute(
      db.withoutPlugins(),
    )
    const [stored] = rows
    if (!stored) throw notFound()
    const show = async () => {
      const [row] = await find(db, [id], dayIn(await storedClock(db)))
      return row && trace(row)
    }
    const shown = await show()
    const before = accountIn(vault, stored)
    const after = accountAfter(before, given)
    refuseWrong(after)
    const owner = { kind: 'collection', id } as const
    const { replaced, names } =
      before.provider === after.provider
        ? replacedIn(after.provider, before, after)
        : { replaced: [], names: [] }
    await forgetOthers(db, owner, names)
    await keepPrevious(db, vault, { owner, replaced, overlapDays, by: filedBy })
    const secrets = withoutEmpty(after.secrets)
    // Sealed with the id, so that the secrets of one row cannot be moved to another.
    const sealed = Object.keys(secrets).length === 0 ? null : sealSecrets(vault, id, secrets)
    const { settings, merchantNo, appId } = accountColumns(after.settings)
    await sql`
      update collection set provider = ${after.provider}, settings = ${settings}::jsonb, merchant_no = ${merchantNo}, app_id = ${appId},
        secrets_sealed = ${sealed}, secret_names = ${Object.keys(secrets)}, updated_by = ${caller.adminId}, updated_at = now(),
        version = version + 1
      where id = ${id}`.execute(db)
    audit({ target: { kind: 'collection', id }, before: shown ?? {}, after: (await show()) ?? {} })
  },
}
