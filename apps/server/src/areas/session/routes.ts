import { codes } from '@kabao/contract'
import { pointsOf } from '@kabao/contract/areas'
import { menuTree } from '@kabao/contract/menu'
import { session } from '@kabao/contract/session'
import type { Caller } from '#access/caller'
import { hashPassword, verifyPassword } from '#access/password'
import { Problem } from '#http/problem'
import { serve } from '#http/serve'
import type { Services } from '../../app.ts'
import * as queries from './queries.ts'
import { signIn } from './sign-in.ts'

export const sessionRoutes = (services: Services) =>
  serve(session, {
    login: (ask) => signIn({ ...ask, ...ask.query, services }),

    loginByPost: (ask) => signIn({ ...ask, ...ask.body, services }),

    logout: async ({ db, caller }) => {
      await queries.endSession(db, caller.sessionId)
      return null
    },

    menu: async ({ caller }) => menuTree(pointsOf, seesFor(caller)),

    me: async ({ db, caller }) => ({
      id: caller.adminId,
      username: caller.username,
      name: caller.name,
      roles: await queries.rolesOf(db, caller.adminId),
      mustChangePassword: caller.mustChangePassword,
      hasDefaultPassword: caller.hasDefaultPassword,
    }),

    changePassword: async ({ db, body, caller, audit }) => {
      const stored = await queries.passwordHashOf(db, caller.adminId)
      if (!(await verifyPassword(stored, body.current))) {
        throw new Problem(codes.invalid, 'invalid', { fields: { current: 'wrongPassword' } })
      }
      if (body.current === body.next)
        throw new Problem(codes.invalid, 'invalid', { fields: { next: 'samePassword' } })
      await queries.setPassword(db, caller.adminId, await hashPassword(body.next))
      await queries.endOtherSessions(db, caller)
      audit({ target: { kind: 'admin', id: caller.adminId } })
      return null
    },
  })

const seesFor =
  ({ isSuper, points }: Caller) =>
  (node: string) =>
    isSuper || points.has(node)
