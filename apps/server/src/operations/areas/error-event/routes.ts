import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { errorEvent } from '@kabao/contract/operations/error-event'
import { sql } from 'kysely'
import { notFound, stale } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { framesOf } from '#platform/errors/frames'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock, businessDay } from '#platform/settings/business-clock'
import { channelOfOwner } from '#users'
import { errorEventExport } from './export.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'

export const errorEventRoutes = (services: Services) => {
  const { settings, errors, errorThrottle } = services
  return serve(
    errorEvent,
    {
      report: async ({ body, caller, userAgent }) => {
        const person = caller ? { kind: 'admin' as const, id: caller.adminId } : null
        await errors.take({ ...body, source: 'console', userAgent, requestId: '', person })
        return async () => null
      },

      page: ({ db, body }) => queries.findPageOfErrors(db, body, businessDay(settings)),

      counts: ({ db }) => countByState(db, entity, null),

      export: exporting(services, errorEventExport),

      get: ({ db, params, caller }) =>
        entity.show(db, params.id, { ...services, owner: null, adminId: caller.adminId }),

      trend: async ({ db, params: { id }, query: { span } }) => {
        if (!(await queries.isThere(db, id))) throw notFound()
        return queries.findTrend(db, id, { span, clock: businessClock(settings) })
      },

      sample: async ({ db, params: { id }, query: { at } }) => {
        const found = await queries.findSample(db, id, Number(at))
        if (!found) throw notFound()
        const { source, stack, ...sample } = found
        const frames = await framesOf(stack, { source, release: sample.release })
        return { ...sample, frames, isMapped: frames.some(({ line }) => line !== null) }
      },

      people: async ({ db, params: { id }, caller }) => {
        if (!(await queries.isThere(db, id))) throw notFound()
        const people = await queries.findPeople(db, id, channelOfOwner(sql`u.channel_id`, ownerOf(caller)))
        return people.map(({ name, phone, ...person }) => ({
          ...person,
          name: person.kind === 'user' ? name && maskName(name) : name,
          phone: phone && maskPhone(phone),
        }))
      },

      ...machineRoutes(services, entity),

      link: async ({ db, params: { id }, body: { version, issueUrl }, caller, audit }) => {
        const { adminId } = caller
        const show = () => entity.show(db, id, { ...services, owner: null, adminId })
        const before = await show()
        const after = issueUrl ?? ''
        if (!(await queries.setIssue(db, id, { issueUrl: after, version, adminId })))
          throw stale(await show())
        audit({
          target: { kind: 'errorEvent', id },
          before: { issueUrl: before.issueUrl },
          after: { issueUrl: after },
        })
        return show()
      },
    },
    {},
    { report: errorThrottle },
  )
}
