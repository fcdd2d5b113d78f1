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

/** An address without ids and names, so that the report does not show whose page it was. */
const withoutIds = (url: string) => url.replace(/\/(\d+|[^/]*%[^/]*)(?=\/|$)/g, '/#')

/**
 * Removes possible personal data: phone and id numbers, the query of an address, Chinese text. Error messages of browsers and of
 * our code are English, so Chinese text in one is a value, which may be a name.
 */
const clean = (text: string) =>
  scrub(text.replace(/[?#][\w%.~[\]-]+=[^\s"'()]*/g, '').replace(/\p{Script=Han}[\p{Script=Han}·]*/gu, '…'))
