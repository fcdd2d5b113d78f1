import { codes, fill } from '@kabao/contract'
import { accessToken, mostTokens, tokenPrefix } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import { tokenPoints, tokenTree } from '@kabao/contract/app/role-tree'
import { normalIpRanges } from '#platform/base/ip-range'
import { invalid, notFound, Problem } from '#platform/base/problem'
import { hashToken, newToken } from '#platform/base/token'
import { holds } from '#platform/callers/holds'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { confirmPassword } from '../../confirm.ts'
import { assertCoversAccount } from '../../powers.ts'
import * as queries from './queries.ts'

export const accessTokenRoutes = ({ rules, lockout }: Services) => {
  const maxDays = () => rules.token().maxDays

  return serve(
    accessToken,
    {
      mine: async ({ db, caller, language }) => ({
        tokens: await queries.findOwn(db, caller.adminId, maxDays()),
        nodes: tokenTree(language, (node) => holds(caller, node)),
        dataScope: caller.dataScope,
        maxDays: maxDays(),
      }),

      make: async ({ db, body, caller, audit }) => {
        if (maxDays() === 0) throw new Problem(codes.conflict, 'tokensOff')
        if (body.days > maxDays())
          throw new Problem(codes.invalid, 'invalid', {
            fields: { days: 'rangeTooLong' },
            values: { max: maxDays() },
          })
        if (!body.points.every((point) => tokenPoints.has(point) && holds(caller, point)))
          throw invalid({ points: 'notYours' })
        if (body.dataScope === 'all' && caller.dataScope === 'own') throw invalid({ dataScope: 'notYours' })
        const allowedIps = normalIpRanges(body.allowedIps, 'allowedIps')
        // Locks the account's row, so that two calls at once do not pass the limit.
        await confirmPassword({ lockout }, db, caller, { password: body.password })
        if ((await queries.countOwn(db, caller.adminId)) >= mostTokens)
          throw new Problem(codes.conflict, 'tooManyTokens', { values: { max: mostTokens } })
        const secret = `${tokenPrefix}${newToken()}`
        const { id } = await queries.insert(
          db,
          { adminId: caller.adminId, tokenHash: hashToken(secret), tokenEnd: secret.slice(-4) },
          body,
          allowedIps,
        )
        const token = (await queries.findOwn(db, caller.adminId, maxDays())).find((each) => each.id === id)
        if (!token) throw notFound()
        await tellOwner(db, caller.adminId, body.name)
        const { name, points, dataScope, expiresAt } = token
        audit({ target: target(id), after: { name, points, dataScope, allowedIps, expiresAt } })
        return { token, secret }
      },

      revokeMine: async ({ db, params, caller, audit }) => {
        const removed = await queries.remove(db, params.id, caller.adminId)
        if (!removed) throw notFound()
        audit({ target: target(params.id), before: { name: removed.name } })
        return null
      },

      page: ({ db, body, caller }) => queries.findPageOfTokens(db, body, caller, maxDays()),

      revoke: async ({ db, params, caller, audit }) => {
        const adminId = await queries.ownerOfToken(db, params.id, caller)
        if (adminId === undefined) throw notFound()
        await assertCoversAccount(db, caller, adminId)
        const removed = await queries.remove(db, params.id, adminId)
        if (!removed) throw notFound()
        audit({ target: target(params.id), before: { name: removed.name, adminId } })
        return null
      },
    },
    { access_token_admin_id_name_key: { field: 'name', problem: 'taken' } },
  )
}

const target = (id: string) => ({ kind: 'accessToken', id })

/** Tells the owner, because somebody else may have made it in the owner's session. */
async function tellOwner(db: Db, adminId: string, name: string): Promise<void> {
  const { title, content } = accessTokenWords.tree.notice
  await sendMessage(db, {
    to: [adminId],
    kind: 'notice',
    title,
    content: [fill(content[0], { name }), fill(content[1], { name })],
  })
}
