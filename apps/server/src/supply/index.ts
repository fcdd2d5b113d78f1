/* What other modules may use of this one. */
export {
  type CallEffect,
  type Closed,
  claimProbe,
  closedAt,
  closedBy,
  closings,
  type NotedCall,
  noteCalls,
  probeMs,
  readClosed,
  type StoredClosing,
  sweepCalls,
} from './breaker.ts'
export { type Span, spans, spansAt } from './caps/spans.ts'
export {
  highestFen,
  isCapped,
  type MatchPerson,
  type MatchPlan,
  type MatchUse,
  type Misfit,
  misfitForAll,
  misfitOf,
  misfitOfPerson,
  misfitOfUse,
  pacedCap,
  personTermsOf,
} from './match/match.ts'
export {
  type ActivePlan,
  isPriorityFirst,
  type Rates,
  ranked,
  rateIn,
  readActivePlans,
  readRates,
} from './match/ranked.ts'
export { elapsedShare, isInWindows, joinWindows, type Moment, momentAt, opensAt } from './match/windows.ts'
export { tellNewAddress } from './new-address.ts'
export { orgLimits } from './org-limits.ts'
