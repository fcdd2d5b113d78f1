import { home } from '@kabao/contract/home'
import { serve } from '#http/serve'
import type { AnyJob } from '#jobs/job'
import type { Services } from '../../services.ts'
import { waitingOf } from './queries.ts'

export const homeRoutes = ({ settings }: Services, jobs: readonly AnyJob[]) =>
  serve(home, {
    waiting: async ({ db, caller }) => {
      const asked = {
        db,
        caller,
        overdueHours: settings.get('feedback.overdueHours'),
        jobs: jobs.map(({ name }) => name),
      }
      const mine = waitingOf.filter(({ needs }) =>
        needs.every((node) => caller.isSuper || caller.points.has(node)),
      )
      const counts = await Promise.all(mine.map(({ count }) => count(asked)))
      return mine.flatMap(({ kind, link }, at) => {
        const count = counts[at] as number
        return count > 0 ? [{ kind, count, link: link(asked) }] : []
      })
    },
  })
