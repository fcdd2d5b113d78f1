/* What other modules may use of this one. */
export { blacklistKey, blacklistPurpose, matchBlacklist, matchBlacklistForMany } from './blacklist-match.ts'
export { announceFeedback, storeFeedback } from './new-feedback.ts'
export { ownRiskProvider, riskLevelsOf } from './risk/own/report.ts'
export type { RiskProvider, RiskSubject } from './risk/provider.ts'
export { channelOfOwner, idNumberPurpose, phoneOfUser, userWith } from './user-filter.ts'
