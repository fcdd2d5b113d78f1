import { type CheckKeyRow, checkKey } from '@kabao/contract/partners/check-key'
import { notFound } from '#platform/base/problem'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { addCheckKey, endCheckKey, readCheckKeys } from '../../check-keys.ts'
import * as queries from './queries.ts'

/** The check keys. No value reaches the audit log, and only `reveal` answers one. */
export const checkKeyRoutes = ({ vault }: Services) => {
  const target = (id: string) => ({ kind: 'checkKey', id })
  return serve(checkKey, {
    list: ({ db }) => queries.findKeys(db),

    reveal: async ({ db, params: { id }, audit }) => {
      const key = (await readCheckKeys(db, vault)).find((each) => each.id === id)
      if (!key) throw notFound()
      audit({ target: target(id) })
      return { value: key.value }
    },

    add: async ({ db, caller, audit }) => {
      const id = await addCheckKey(db, vault, caller.adminId)
      const [row] = await queries.findKeys(db, id)
      const { slot } = row as CheckKeyRow // added in this transaction
      audit({ target: target(id), after: { slot } })
      return row as CheckKeyRow
    },

    end: async ({ db, params: { id }, audit }) => {
      const slot = await endCheckKey(db, id)
      audit({ target: target(id), before: { slot } })
      return null
    },
  })
}
