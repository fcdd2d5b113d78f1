import { errorEvent } from '@kabao/contract/error-event'
import { serve } from '#http/serve'
import { countError } from '#src/acts/new-error'
import type { Services } from '../../services.ts'

export const errorEventRoutes = ({ errorThrottle }: Services) =>
  serve(
    errorEvent,
    {
      report: async ({ db, body, caller, userAgent }) => {
        await countError(db, { ...body, source: 'console', userAgent, userId: caller?.adminId ?? null })
        return null
      },
    },
    {},
    { report: errorThrottle },
  )
