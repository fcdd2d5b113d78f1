import { errorEvent } from '@kabao/contract/error-event'
import { scrub } from '#http/scrub'
import { serve } from '#http/serve'
import type { Services } from '../../services.ts'
import { fingerprintOf } from './fingerprint.ts'
import { countError } from './queries.ts'

export const errorEventRoutes = ({ errorThrottle }: Services) =>
  serve(
    errorEvent,
    {
      report: async ({ db, body, caller, userAgent }) => {
        const report = {
          source: 'console' as const,
          level: body.level,
          name: clean(body.name),
          message: clean(body.message),
          stack: clean(body.stack),
          url: clean(withoutIds(body.url.split(/[?#]/, 1)[0] as string)),
        }
        await countError(db, {
          ...report,
          userAgent: clean(userAgent ?? ''),
          userId: caller?.adminId ?? null,
          fingerprint: fingerprintOf(report),
        })
        return null
      },
    },
    {},
    { report: errorThrottle },
  )

/** An address without the ids and names in it: whose page it was is nobody's business here. */
const withoutIds = (url: string) => url.replace(/\/(\d+|[^/]*%[^/]*)(?=\/|$)/g, '/#')

/**
 * Without what may be personal: numbers of people, the query of an address, and Chinese text. A browser words its errors in
 * English or by our code; what is Chinese in one is a value, and that may be a name.
 */
const clean = (text: string) =>
  scrub(text.replace(/[?#][\w%.~[\]-]+=[^\s"'()]*/g, '').replace(/\p{Script=Han}[\p{Script=Han}·]*/gu, '…'))
