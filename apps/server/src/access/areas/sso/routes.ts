import { codes, fill } from '@kabao/contract'
import { type SsoSettings, type SsoUpdate, sso } from '@kabao/contract/access/sso'
import { ssoWords } from '@kabao/contract/access/sso.words'
import { sql } from 'kysely'
import { invalid, notFound, Problem, sessionExpired, stale } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { sendMessage, superAdmins } from '#platform/db/messages'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { noteSetup } from '../../account-setup.ts'
import { endAccess, sessionOf } from '../../sessions.ts'
import { confirmedBy } from '../../sso/confirmation.ts'
import { beginFlow, spendFlow } from '../../sso/flow.ts'
import { arrive } from '../../sso/person.ts'
import { addressesOf } from '../../sso/provider.ts'
import { refusalOf, ssoRefusal } from '../../sso/refusal.ts'
import { clientSecretPurpose, findGroupRoles, findOn, findSso, type StoredSso } from '../../sso/settings.ts'
import { noteRefusal, signInBySso } from '../../sso/sign-in.ts'

export const ssoRoutes = (services: Services) => {
  const { vault, sso: provider, publicUrl, outgoing } = services

  const onOrRefuse = async (db: Db): Promise<StoredSso> => {
    const stored = await findOn(db)
    if (!stored || publicUrl === null) throw ssoRefusal('ssoOff')
    return stored
  }

  const show = async (db: Db): Promise<SsoSettings> => {
    const { clientSecretSealed = null, ...stored } = (await findSso(db)) ?? nothingYet
    return {
      ...stored,
      hasSecret: clientSecretSealed !== null,
      roles: await findGroupRoles(db),
      addresses: publicUrl === null ? null : addressesOf(publicUrl),
      breakGlassChoices: await breakGlassChoices(db),
      roleChoices: await db.selectFrom('role').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    }
  }

  /** @throws Problem at the field if no provider answers there, or another one */
  const look = async (issuer: string) => {
    if (outgoing.look(issuer) !== null) throw invalid({ issuer: 'privateAddress' })
    try {
      return await provider.look(issuer)
    } catch (error) {
      const { words, details } = refusalOf('', error)
      const { why = '' } = details.values ?? {}
      if (words === 'ssoIssuer') throw invalid({ issuer: 'issuerOther' })
      const isDown = words === 'ssoDown' && why !== 'badAnswer'
      throw invalid({ issuer: isDown ? 'providerDown' : 'notOpenId' }, { why })
    }
  }

  return serve(
    sso,
    {
      start: async ({ db, body, caller }) => {
        if (body.confirm && !caller) throw sessionExpired()
        const stored = await onOrRefuse(db)
        const sessionId = body.confirm && caller ? sessionOf(caller) : null
        return async (write) => {
          const flow = await beginFlow(write, sessionId)
          return { flow, address: await provider.authorizationAddress(stored, flow, body.confirm) }
        }
      },

      finish: async (call) => {
        const { db, body, caller } = call
        const stored = await onOrRefuse(db)
        const flow = await spendFlow(db, body.flow)
        if (!flow) throw ssoRefusal('ssoExpired')
        if (flow.sessionId !== null) {
          if (!caller) throw sessionExpired()
          if (caller.sessionId !== flow.sessionId) throw ssoRefusal('ssoMixedUp')
          const claims = await provider.take(stored, body, flow.ageSeconds)
          return async (write) => {
            if (!(await confirmedBy(write, caller, stored, claims))) throw ssoRefusal('ssoOther', stored.name)
            return { confirmed: true as const }
          }
        }
        const claims = await provider.take(stored, body, null)
        const { account, refused } = await db.transaction().execute((write) => arrive(write, stored, claims))
        if (refused !== null || !account) {
          await noteRefusal({ ...call, services }, account, claims)
          throw ssoRefusal(refused ?? 'ssoNobody', stored.name)
        }
        const device = body.device
        return (write) =>
          signInBySso({ ...call, db: write, device, services }, account.id, {
            providerSession: claims.providerSession,
            hasProviderFactor: stored.factor === 'provider',
          })
      },

      get: ({ db }) => show(db),

      try: async ({ body }) => {
        try {
          return { found: await look(body.issuer), unreachable: null }
        } catch (error) {
          if (!(error instanceof Problem) || error.details.fields?.issuer !== 'providerDown') throw error
          return { found: null, unreachable: String(error.details.values?.why) }
        }
      },

      update: async ({ db, body, caller, audit }) => {
        const before = await findSso(db)
        if (body.isOn && publicUrl === null) throw new Problem(codes.conflict, 'noPublicUrl')
        await checkFields(db, before, body)
        // What does not answer can still be turned off.
        if (body.isOn && (!before?.isOn || before.issuer !== body.issuer)) {
          const { issuer } = await look(body.issuer)
          if (issuer !== body.issuer) throw invalid({ issuer: 'issuerWrong' }, { issuer })
        } else if (outgoing.look(body.issuer) !== null) throw invalid({ issuer: 'privateAddress' })
        const { clientSecret } = body
        const secret = clientSecret === undefined ? null : vault.seal(clientSecret, clientSecretPurpose)
        const stored = await store(db, body, secret, caller)
        if (!stored) throw stale(await show(db))
        await tellSupers(db, 'changed', { by: caller.name })
        const after = await show(db)
        audit({
          target: { kind: 'sso', id: '1' },
          ...(before && { before: traced(before) }),
          after: trace(after),
        })
        return after
      },

      link: async ({ db, body: { adminId, subject }, caller, audit }) => {
        const account = await db
          .selectFrom('admin')
          .select(['name'])
          .where('id', '=', adminId)
          .forNoKeyUpdate()
          .executeTakeFirst()
        const stored = await findSso(db)
        if (!account || (!stored && subject !== null)) throw notFound()
        const { rows } = await sql<{ subject: string }>`
          delete from admin_identity where admin_id = ${adminId} returning subject`.execute(db)
        if (stored && subject !== null)
          await sql`insert into admin_identity (admin_id, issuer, subject)
            values (${adminId}, ${stored.issuer}, ${subject})`.execute(db)
        // Whoever gives an identity to an account could be the person behind it.
        await noteSetup(db, [adminId], { way: 'password', by: caller.adminId })
        if (adminId !== caller.adminId) await endAccess(db, adminId)
        await tellSupers(db, subject === null ? 'unlinked' : 'linked', {
          by: caller.name,
          name: account.name,
        })
        audit({
          target: { kind: 'admin', id: adminId },
          before: { subject: rows[0]?.subject ?? null },
          after: { subject },
        })
        return null
      },
    },
    {
      sso_role_role_id_fkey: { field: 'roles', problem: 'noSuchRole' },
      admin_identity_issuer_subject_key: { field: 'subject', problem: 'taken' },
      admin_last_super_check: { words: 'lastSuper' },
      sso_break_glass_check: { words: 'breakGlassStays' },
    },
  )
}

const nothingYet = {
  version: 0,
  isOn: false,
  name: '',
  issuer: '',
  clientId: '',
  clientSecretSealed: null,
  scopes: '',
  claim: 'sub',
  creates: false,
  groupsClaim: '',
  factor: 'own',
  signsOut: false,
  passwordsOff: false,
  breakGlassId: null,
  updatedBy: null,
  updatedAt: null,
} as const

/** Enabled super administrators whose password has opened a session. */
async function breakGlassChoices(db: Db): Promise<SsoSettings['breakGlassChoices']> {
  const { rows } = await sql<SsoSettings['breakGlassChoices'][number]>`
    select a.id, a.username, a.name from admin a
    where a.status = 'enabled' and a.password_login_at is not null and a.password_hash <> '-' and exists (
      select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = a.id and r.is_super)
    order by a.username`.execute(db.withoutPlugins())
  return rows
}

/** @throws Problem at the fields that do not fit together */
async function checkFields(db: Db, before: StoredSso | undefined, body: SsoUpdate): Promise<void> {
  if (before?.clientSecretSealed && before.issuer !== body.issuer && body.clientSecret === undefined)
    throw invalid({ clientSecret: 'secretAgain' })
  if (body.roles.length > 0 && body.groupsClaim === '') throw invalid({ groupsClaim: 'needsGroups' })
  if (!body.passwordsOff) return
  if (!body.isOn) throw invalid({ passwordsOff: 'onlyIfOn' })
  const isFit = (await breakGlassChoices(db)).some(({ id }) => id === body.breakGlassId)
  if (!isFit) throw invalid({ breakGlassId: 'needsBreakGlass' })
}

/** @param secret null: the stored one stays @returns false if somebody else has changed it since */
async function store(db: Db, body: SsoUpdate, secret: Buffer | null, { adminId }: Caller): Promise<boolean> {
  const { version, roles } = body
  const { rows } = await sql`
    insert into sso as t (is_on, name, issuer, client_id, client_secret_sealed, scopes, claim, creates, groups_claim, factor, signs_out,
      passwords_off, break_glass_id, updated_by)
    select ${body.isOn}, ${body.name}, ${body.issuer}, ${body.clientId}, ${secret}::bytea, ${body.scopes}, ${body.claim}, ${body.creates},
      ${body.groupsClaim}, ${body.factor}, ${body.signsOut}, ${body.passwordsOff}, ${body.breakGlassId}::bigint, ${adminId}::bigint
    where ${version} = coalesce((select version from sso), 0)
    on conflict (id) do update set is_on = excluded.is_on, name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret_sealed = coalesce(excluded.client_secret_sealed, t.client_secret_sealed), scopes = excluded.scopes,
      claim = excluded.claim, creates = excluded.creates, groups_claim = excluded.groups_claim, factor = excluded.factor,
      signs_out = excluded.signs_out, passwords_off = excluded.passwords_off, break_glass_id = excluded.break_glass_id,
      updated_by = excluded.updated_by, updated_at = now(), version = t.version + 1
    where t.version = ${version}
    returning 1`.execute(db)
  if (rows.length === 0) return false
  await sql`delete from sso_role`.execute(db)
  await sql`insert into sso_role (group_value, role_id)
    select value, "roleId" from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) r (value text, "roleId" bigint)
    on conflict do nothing`.execute(db)
  return true
}

type Notice = keyof typeof ssoWords.tree.notice.text

async function tellSupers(db: Db, what: Notice, values: Record<string, string>): Promise<void> {
  const { title, text } = ssoWords.tree.notice
  await sendMessage(db, {
    to: await superAdmins(db),
    kind: 'notice',
    title,
    content: [fill(text[what][0], values), fill(text[what][1], values)],
    link: { name: 'AdminSso', query: {} },
  })
}

const traced = ({ clientSecretSealed: _, updatedBy: _by, updatedAt: _at, ...stored }: StoredSso) => stored
/** What the audit log stores: nothing of the secret. */
const trace = ({
  addresses: _addresses,
  breakGlassChoices: _choices,
  roleChoices: _roles,
  updatedBy: _by,
  updatedAt: _at,
  ...settings
}: SsoSettings) => settings
