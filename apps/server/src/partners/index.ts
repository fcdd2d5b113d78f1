/* What other modules may use of this one. */
export { findLiveKey, type LiveKey, recordUse, usedEverySeconds } from './api-keys/find.ts'
export { apiKeyHandlers, type Owners } from './api-keys/handlers.ts'
export { makeKey } from './api-keys/keys.ts'
export type { KeyOwner } from './api-keys/owner.ts'
export {
  type CheckKey,
  type CheckKeys,
  createCheckKeys,
  ensureCheckKey,
  hashColumns,
  phoneHash,
  readCheckKeys,
} from './check-keys.ts'
export { hidingSecrets } from './hide-secrets.ts'
export { partnerRequestHandlers } from './partner-requests.ts'
export { type Attempt, attemptsWith } from './previous-secrets/attempts.ts'
export {
  endPrevious,
  forgetOthers,
  isSame,
  keepPrevious,
  type Replaced,
  shownPreviousOf,
  tracePrevious,
} from './previous-secrets/keep.ts'
export {
  livePreviousOf,
  type NotePrevious,
  noteUseIn,
  openPrevious,
  type PreviousValues,
  readPrevious,
  type SealedPrevious,
} from './previous-secrets/read.ts'
export { readReplyWith, valuesIn } from './previous-secrets/reply.ts'
export { requestArchive } from './request-archive.ts'
export { packBodies } from './request-bodies.ts'
export { signedHeaders } from './signature/sign.ts'
export { verifySignature } from './signature/verify.ts'
export { analyze } from './templates/analyze.ts'
export { duplicates, ofParts, ofSecret, problem, textsOf } from './templates/check.ts'
export { isKeyed } from './templates/digest.ts'
export { decode } from './templates/encode.ts'
export { realRandom } from './templates/filters.ts'
export { isUnclearPair, sortedPairs } from './templates/pairs.ts'
export { pathOf } from './templates/paths.ts'
export type { Value } from './templates/read-json.ts'
export type { Scope } from './templates/render.ts'
export { holds, read, textAt, withUnsealed } from './templates/reply.ts'
export { buildStage, fixedOrigin, namesOf, type RequestSpec } from './templates/request.ts'
export { secretOf, signatureOf } from './templates/seal.ts'
export { secretPurpose } from './templates/secret-purpose.ts'
export { openSecrets, type Secrets, standInSecrets } from './templates/secrets.ts'
export { shippedTemplates } from './templates/shipped/index.ts'
export { shownOf } from './templates/shown.ts'
export {
  type AcceptedAgreement,
  checkSecrets,
  checkTemplate,
  examplePerson,
  preview,
  renderRequest,
  type SecretValues,
  TemplateFailure,
  type TemplatePerson,
  type TemplateRequest,
} from './templates/templates.ts'
