import type { lead } from '@kabao/contract/crm/lead'
import { actingOnEach, counting } from '#platform/batches/request'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { leadBatches } from './batch.ts'

/** The acts on all leads that match a filter. */
export const batchRoutes = (services: Pick<Services, 'vault' | 'settings'>) => {
  const { assign, transfer, release, convert, invalidate } = leadBatches
  return {
    assignCount: counting(services, assign),
    assignMatching: actingOnEach(services, assign),
    transferCount: counting(services, transfer),
    transferMatching: actingOnEach(services, transfer),
    releaseCount: counting(services, release),
    releaseMatching: actingOnEach(services, release),
    convertCount: counting(services, convert),
    convertMatching: actingOnEach(services, convert),
    invalidateCount: counting(services, invalidate),
    invalidateMatching: actingOnEach(services, invalidate),
  } satisfies Partial<Handlers<typeof lead>>
}
