import { userTimeline } from '@kabao/contract/engine/timeline'
import { notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { findMatchRuns } from './match-runs.ts'
import { find } from './queries.ts'
import { findTimeline } from './timeline.ts'

export const userTimelineRoutes = ({ vault }: Services) =>
  serve(userTimeline, {
    timeline: async ({ db, params, body, caller }) => {
      const owner = ownerOf(caller)
      const person = await find(db, params.id, owner)
      if (!person) throw notFound()
      return findTimeline(db, vault, person, body, owner)
    },

    matchRuns: async ({ db, params, body, caller }) => {
      const person = await find(db, params.id, ownerOf(caller))
      if (!person) throw notFound()
      return findMatchRuns(db, person.id, body)
    },
  })
