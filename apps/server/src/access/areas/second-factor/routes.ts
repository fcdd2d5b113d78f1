import { codes } from '@kabao/contract'
import { secondFactor } from '@kabao/contract/access/second-factor'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { noteSetup } from '../../account-setup.ts'
import { attemptOfCaller, confirmPassword } from '../../confirm.ts'
import { assertCoversAccount } from '../../powers.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  makeRecoveryCodes,
  removeSecondFactor,
  spendCode,
} from '../../second-factor.ts'
import { endAccess, endSessions, sessionOf } from '../../sessions.ts'
import * as queries from './queries.ts'

export const secondFactorRoutes = ({ vault, lockout }: Services) => {
  const target = (id: string) => ({ kind: 'admin', id })
  const conflict = () => new Problem(codes.conflict, 'conflict')

  /** @throws Problem at the field if the code is wrong, 4290 after too many wrong codes */
  const proveCode = async (caller: Caller, isRight: () => Promise<boolean>) => {
    const counted = await lockout.begin(attemptOfCaller('confirmCode', caller))
    if (!(await isRight())) throw invalid({ code: 'wrongCode' })
    await counted.succeeded()
  }
  const prove = async (db: Db, caller: Caller, { password, code }: { password: string; code: string }) => {
    await confirmPassword({ lockout }, db, caller, { password })
    await proveCode(caller, async () => (await spendCode(db, vault, caller.adminId, code)) !== null)
  }

  return serve(secondFactor, {
    status: async ({ db, caller }) => {
      const { confirmedAt, isRequired } = await queries.findStatus(db, caller.adminId)
      const recoveryCodesLeft = await countRecoveryCodes(db, caller.adminId)
      return { isOn: confirmedAt !== null, isRequired, confirmedAt, recoveryCodesLeft }
    },

    setUp: async ({ db, body, caller, audit }) => {
      await confirmPassword({ lockout }, db, caller, { password: body.password })
      const begun = await beginSecondFactor(db, vault, caller)
      if (!begun) throw conflict()
      audit({ target: target(caller.adminId) })
      return begun
    },

    confirm: async ({ db, body, caller, audit }) => {
      await proveCode(caller, () => confirmSecondFactor(db, vault, caller.adminId, body.code))
      const recoveryCodes = await makeRecoveryCodes(db, vault, caller.adminId)
      // The other sessions have not shown the second factor.
      await endSessions(db, caller.adminId, { except: sessionOf(caller) })
      audit({ target: target(caller.adminId) })
      return { recoveryCodes }
    },

    renewCodes: async ({ db, body, caller, audit }) => {
      await prove(db, caller, body)
      audit({ target: target(caller.adminId) })
      return { recoveryCodes: await makeRecoveryCodes(db, vault, caller.adminId) }
    },

    turnOff: async ({ db, body, caller, audit }) => {
      await prove(db, caller, body)
      await removeSecondFactor(db, caller.adminId)
      audit({ target: target(caller.adminId) })
      return null
    },

    reset: async ({ db, params, caller, audit }) => {
      // The caller's own factor is turned off with password and code instead.
      if (params.id === caller.adminId) throw new Problem(codes.forbidden, 'ownAccount')
      await assertCoversAccount(db, caller, params.id)
      if (!(await removeSecondFactor(db, params.id))) throw notFound()
      await noteSetup(db, [params.id], { way: 'secondFactor', by: caller.adminId })
      await endAccess(db, params.id)
      audit({ target: target(params.id) })
      return null
    },
  })
}
