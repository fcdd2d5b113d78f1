import { account, type Profile } from '@kabao/contract/access/account'
import { maskEmail, maskPhone } from '@kabao/contract/kernel/personal'
import { forbidden, notFound } from '#platform/base/problem'
import { changeRow } from '#platform/crud/change-row'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { setAvatar } from '../../avatar.ts'
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
      const { name, phone, email, avatarFileId } = body
      const { before, after } = await changeRow(db, 'admin', body, {
        by: caller.adminId,
        strength: 'no key update',
        show: async () => found(await queries.findProfile(db, caller.adminId)),
        change: async () => {
          if (avatarFileId !== undefined) await setAvatar(db, caller.adminId, avatarFileId, caller.adminId)
          return { name, phone: phone || null, email: email || null }
        },
      })
      audit({ target: { kind: 'admin', id: caller.adminId }, before: trace(before), after: trace(after) })
      return after
    },

    passwordPolicy: async () => rules.password(),
  })
}

/** What the audit log stores of a profile: no personal data. */
const trace = ({ name, avatarFileId, phone, email }: Profile) => ({
  name,
  avatarFileId,
  phone: phone && maskPhone(phone),
  email: email && maskEmail(email),
})
