/* What other modules may use of this one. */
export {
  blacklistKey,
  blacklistKeys,
  blacklistPurpose,
  matchBlacklistForMany,
} from './blacklist-match.ts'
export { clickOf, clickPurpose, readClicks, sealClick, storeClicks } from './click.ts'
export { fromFewBits } from './match-run/few-bits.ts'
export { type RunFacts, termsOf } from './match-run/figures.ts'
export { packRanking, placesOfRanking, type Ranking } from './match-run/ranking.ts'
export { packReasons } from './match-run/reasons.ts'
export { outrankedOf, readSnapshots, type StoredRun, storedRun } from './match-run/stored-run.ts'
export { announceFeedback, storeFeedback } from './new-feedback.ts'
export { ownFacts } from './risk/own/facts.ts'
export { levelUnder, ownRiskProvider, riskLevelsOf } from './risk/own/report.ts'
export type { RiskProvider, RiskSubject } from './risk/provider.ts'
export { channelOfOwner, idNumberPurpose, phoneOfUser, userWith } from './user-filter.ts'
