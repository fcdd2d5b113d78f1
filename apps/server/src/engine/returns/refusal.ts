import { codes } from '@kabao/contract'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { AskedReturn } from './ask.ts'

type Refused = Extract<AskedReturn, { refusal: unknown }>

/** The answer to whoever asked for a return that is refused. */
export function refusalOf({ refusal, returnDays: days }: Refused): Problem {
  switch (refusal) {
    case 'notFound':
      return notFound()
    case 'reason':
      return invalid({ reason: 'returnReason' })
    case 'late':
      return new Problem(codes.conflict, 'returnLate', { values: { days } })
    case 'refused':
      return new Problem(codes.conflict, 'returnRefused')
    case 'none':
      return new Problem(codes.conflict, 'noReturns')
    case 'notAccepted':
      return new Problem(codes.conflict, 'notAccepted')
  }
}
