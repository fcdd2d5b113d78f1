import { account as area, type Profile } from '@kabao/contract/access/account'
import { type Account, roleOf } from '../accounts.ts'
import { minutesAgo } from '../random.ts'
import type { Row } from '../row.ts'
import { special } from '../special.ts'
import { tableOf } from '../tables.ts'

const entryOf = (caller: Account | null) => tableOf('admin').rows.find(({ id }) => id === caller?.id) as Row

function profileOf(caller: Account | null): Profile {
  const role = roleOf(caller as Account)
  const { phone, email, ...row } = entryOf(caller) as Row & Profile
  const roles = [{ code: role, name: role }]
  return { ...row, phone: phone ?? '', email: email ?? '', roles, lastLoginAt: minutesAgo(12) }
}

/** The caller's own account: the caller's row of the administrators. */
export const account = special(area, {
  calls: {
    profile: ({ account: caller }) => profileOf(caller),
    updateProfile: ({ body, ...reader }) => {
      const { id: _id, version, avatarFileId, ...values } = body
      const row = entryOf(reader.account)
      tableOf('admin').refuseStale(row, version, reader)
      tableOf('admin').change(row, { ...values, ...(avatarFileId !== undefined && { avatarFileId }) })
      return profileOf(reader.account)
    },
    passwordPolicy: () => ({ minLength: 8, refuseCommon: true, history: 5, maxAgeDays: 0 }),
  },
})
