import { codes } from '@kabao/contract'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { ResolutionRefusal } from '../../resolutions.ts'

/** The sentence for a refused resolution: at the field of the order, or for the whole form. */
export function problemOf({ reason }: ResolutionRefusal): Problem {
  switch (reason) {
    case 'gone':
      return notFound()
    case 'noTarget':
      return invalid({ targetOrderId: 'noSuchOrder' })
    case 'otherAmount':
      return invalid({ targetOrderId: 'orderOtherAmount' })
    case 'targetPaid':
      return invalid({ targetOrderId: 'orderPaid' })
    case 'targetGone':
      return new Problem(codes.conflict, 'targetGone')
    case 'pending':
      return new Problem(codes.conflict, 'resolutionPending')
    case 'underWay':
      return new Problem(codes.conflict, 'resolutionUnderWay')
    case 'ofSuspense':
      return new Problem(codes.conflict, 'refundOfSuspense')
    case 'done':
    case 'nothingLeft':
      return new Problem(codes.conflict, 'resolutionDone')
  }
}
