import { inLanguage, languageOf } from '@kabao/contract'
import { ssoProblemWords } from '@kabao/contract/access/sso-problem.words'
import { sql } from 'kysely'
import { writeAudit } from '#platform/audit/write'
import type { Db } from '#platform/db/client'
import { addressOf } from '#platform/http/address'
import type { Served } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { endProviderSessions } from '../../sessions.ts'
import { backChannelPath, type Ending } from '../../sso/provider.ts'
import { findOn, type StoredSso } from '../../sso/settings.ts'

/** A logout token has about 1 KiB. */
const longestBody = 16 * 1024

/**
 * The address at which the provider says that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). Body and answers
 * have the form of that standard, so it is no endpoint of the contract.
 */
export const backChannel = ({ db, sso, changes, anonymousThrottle }: Services): Served => ({
  register(app) {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      )
      scope.route({
        method: 'POST',
        url: `/api${backChannelPath}`,
        bodyLimit: longestBody,
        onRequest: async (request) => anonymousThrottle(addressOf(request)),
        async handler(request, reply) {
          reply.header('cache-control', 'no-store')
          const refuse = (words: 'logoutRefused' | 'logoutRepeated' | 'ssoOff') =>
            reply.code(400).send({
              error: 'invalid_request',
              error_description: inLanguage(
                ssoProblemWords.tree[words],
                languageOf(request.headers['accept-language']),
              ),
            })
          const stored = await findOn(db)
          if (!stored) return refuse('ssoOff')
          const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
          const ending = token && (await sso.readLogout(stored, token).catch(() => null))
          if (!ending) return refuse('logoutRefused')
          const isNew = await db.transaction().execute((write) => end(write, stored, ending))
          if (!isNew) return refuse('logoutRepeated')
          changes.note(['session'])
          return reply.send()
        },
      })
    })
  },
})

/** Ends what a logout token names. @returns false if the token was taken before */
async function end(db: Db, { issuer }: StoredSso, ending: Ending): Promise<boolean> {
  const { rows } = await sql`
    insert into sso_logout (jti_hash) values (${ending.jtiHash}) on conflict do nothing returning 1`.execute(
    db,
  )
  if (rows.length === 0) return false
  const ended = await endProviderSessions(
    db,
    'subject' in ending ? { issuer, subject: ending.subject } : { providerSession: ending.providerSession },
  )
  await writeAudit(
    db,
    ended.map((id) => ({ by: { adminId: null }, point: 'sso.backChannel', target: { kind: 'admin', id } })),
  )
  return true
}
