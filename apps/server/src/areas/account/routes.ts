import { account, type Profile } from '@kabao/contract/account'
import { maskEmail, maskPhone } from '@kabao/contract/personal'
import { forbidden, notFound, stale } from '#http/problem'
import { serve } from '#http/serve'
import { setAvatar } from '#src/acts/avatar'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

export const accountRoutes = ({ rules }: Services) => {
  const found = (profile: Profile | undefined) => {
    if (!profile) throw notFound()
    return profile
  }
  return serve(account, {
    profile: async ({ db, caller }) => found(await queries.findProfile(db, caller.adminId)),

    updateProfile: async ({ db, body, caller, audit }) => {
      if (body.id !== caller.adminId) throw forbidden()
      const before = found(await queries.findProfile(db, caller.adminId))
      const isDone = await queries.updateProfile(db, caller.adminId, body)
      if (isDone && body.avatarFileId !== undefined)
        await setAvatar(db, caller.adminId, body.avatarFileId, caller.adminId)
      const after = found(await queries.findProfile(db, caller.adminId))
      if (!isDone) throw stale(after)
      audit({ target: { kind: 'admin', id: caller.adminId }, before: trace(before), after: trace(after) })
      return after
    },

    passwordPolicy: async () => rules.password(),
  })
}

/** What the audit log keeps of a profile: nothing personal. */
const trace = ({ name, avatarFileId, phone, email }: Profile) => ({
  name,
  avatarFileId,
  phone: phone && maskPhone(phone),
  email: email && maskEmail(email),
})
