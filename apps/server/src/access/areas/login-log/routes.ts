import { type LoginLogRow, loginLog } from '@kabao/contract/access/login-log'
import type { Db } from '#platform/db/client'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { hashesOfName } from '../../login-log.ts'
import { describeUserAgent } from '../../user-agent.ts'
import * as queries from './queries.ts'

export const loginLogRoutes = ({ vault }: Services) => {
  const loginsOf = async (db: Db, account: string): Promise<queries.LoginsOf> => {
    const adminId = await queries.findAdminId(db, account)
    return adminId === undefined ? { nameHashes: hashesOfName(vault, account) } : { adminId }
  }

  return serve(loginLog, {
    page: async ({ db, body, caller }) => {
      const of = body.account ? await loginsOf(db, body.account) : null
      const seenBy = caller.dataScope === 'own' ? caller.adminId : null
      const page = await queries.findPageOfLogins(db, body, of, seenBy)
      return { ...page, records: page.records.map(shown) }
    },

    mine: async ({ db, caller }) => (await queries.findOwn(db, caller.adminId)).map(shown),
  })
}

const shown = ({ nameHash, ...row }: queries.StoredLogin): LoginLogRow => ({
  ...row,
  nameMark: nameHash?.toString('hex').slice(0, 8) ?? null,
  device: describeUserAgent(row.userAgent),
})
