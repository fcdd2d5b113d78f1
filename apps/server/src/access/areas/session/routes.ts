import { session } from '@kabao/contract/access/session'
import { pointsOf } from '@kabao/contract/app/areas'
import { menuTree } from '@kabao/contract/app/menu'
import { invalid, notFound } from '#platform/base/problem'
import { version } from '#platform/base/version'
import { holds } from '#platform/callers/holds'
import type { Db } from '#platform/db/client'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { confirmPassword } from '../../confirm.ts'
import { hashPassword } from '../../password.ts'
import { checkNewPassword, setPassword } from '../../password-policy.ts'
import { assertCoversAccount } from '../../powers.ts'
import { endSessions, sessionOf } from '../../sessions.ts'
import { signIn, signInByCode } from '../../sign-in.ts'
import { confirmsAtProvider } from '../../sso/confirmation.ts'
import { findOn } from '../../sso/settings.ts'
import { findOwn, findPageOfSessions, ownerOf } from './open-sessions.ts'
import * as queries from './queries.ts'

export const sessionRoutes = (services: Services) =>
  serve(session, {
    login: (call) => signIn({ ...call, ...call.query, services }),

    loginByPost: (call) => signIn({ ...call, ...call.body, services }),

    loginByCode: (call) => signInByCode({ ...call, ...call.body, services }),

    logout: async ({ db, caller }) => {
      const sessionId = sessionOf(caller)
      const leave = await leavingAddress(db, services, sessionId)
      return async (write) => {
        await endSessions(write, caller.adminId, { only: sessionId })
        return leave
      }
    },

    menu: async ({ caller }) => menuTree(pointsOf, (node) => holds(caller, node)),

    me: async ({ db, caller }) => ({
      id: caller.adminId,
      username: caller.username,
      name: caller.name,
      ...(await queries.avatarOf(db, caller.adminId)),
      roles: await queries.rolesOf(db, caller.adminId),
      mustChangePassword: caller.mustChangePassword,
      ...(caller.mustSetUpSecondFactor && { mustSetUpSecondFactor: true as const }),
      hasDefaultPassword: caller.hasDefaultPassword,
      ...(await confirmsAt(db, caller.adminId)),
      version,
    }),

    changePassword: async ({ db, body, caller, audit }) => {
      await confirmPassword(services, db, caller, { current: body.current })
      if (body.current === body.next) throw invalid({ next: 'samePassword' })
      const rules = services.rules.password()
      await checkNewPassword(db, caller, { next: body.next }, rules)
      await setPassword(db, caller.adminId, await hashPassword(body.next))
      // The session that sent the current password stays; the other sessions end.
      await endSessions(db, caller.adminId, { except: sessionOf(caller) })
      audit({ target: { kind: 'admin', id: caller.adminId } })
      return null
    },

    mine: ({ db, caller }) => findOwn(db, caller, services.rules.session()),

    endMine: async ({ db, params, caller, audit }) => {
      if ((await endSessions(db, caller.adminId, { only: params.id })) === 0) throw notFound()
      audit({ target: { kind: 'session', id: params.id } })
      return null
    },

    endOthers: async ({ db, caller, audit }) => {
      const ended = await endSessions(db, caller.adminId, { except: sessionOf(caller) })
      audit({ target: { kind: 'admin', id: caller.adminId }, after: { ended } })
      return { ended }
    },

    page: ({ db, body, caller }) => findPageOfSessions(db, body, caller, services.rules.session()),

    end: async ({ db, params, caller, audit }) => {
      const adminId = await ownerOf(db, params.id, caller)
      if (adminId === undefined) throw notFound()
      await assertCoversAccount(db, caller, adminId)
      if ((await endSessions(db, adminId, { only: params.id })) === 0) throw notFound()
      audit({ target: { kind: 'session', id: params.id }, before: { adminId } })
      return null
    },
  })

/** Where the browser signs out at the provider, if the session was opened there and the settings say so. */
async function leavingAddress(db: Db, { sso }: Services, sessionId: string): Promise<string | null> {
  const stored = await findOn(db)
  if (!stored?.signsOut || (await queries.wayOf(db, sessionId)) !== 'sso') return null
  // A provider that is down keeps nobody from signing out here.
  return sso.endSessionAddress(stored).catch(() => null)
}

async function confirmsAt(db: Db, adminId: string): Promise<{ confirmsAt?: string }> {
  const stored = (await confirmsAtProvider(db, adminId)) ? await findOn(db) : undefined
  return stored ? { confirmsAt: stored.name } : {}
}
