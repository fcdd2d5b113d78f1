// Generated from the migrated database by `npm run schema`; a test compares. Not edited by hand.
import type { ColumnType, SelectType } from 'kysely'

type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>
type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>
type Instant = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string | null, string | null>

interface AccountTable {
  id: GeneratedAlways<string>
  balanceFen: string | null
  heldFen: string | null
  orgId: GeneratedAlways<string | null>
  transfers: Generated<string>
  hash: Generated<Buffer>
  kind:
    | 'prepaid'
    | 'payable'
    | 'bank'
    | 'gift'
    | 'revenue'
    | 'productRevenue'
    | 'receivable'
    | 'fee'
    | 'channelCost'
    | 'suspense'
    | 'adjustment'
  ownerKind: string | null
  ownerId: string | null
  channelId: GeneratedAlways<string | null>
}
interface AccountDayTable {
  accountId: string
  day: string
  debitFen: string
  creditFen: string
  transfers: string
}
interface AccountDeltaTable {
  accountId: string
  day: string
  debitFen: string
  creditFen: string
  transfers: string
}
interface AdminTable {
  id: GeneratedAlways<string>
  username: string
  name: string
  phone: string | null
  email: string | null
  passwordHash: string
  mustChangePassword: Generated<boolean>
  hasDefaultPassword: Generated<boolean>
  passwordChangedAt: Generated<Instant>
  status: Generated<'enabled' | 'disabled'>
  lastLoginAt: Instant | null
  lastLoginIp: string | null
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  avatarFileId: string | null
}
interface AdminRoleTable {
  adminId: string
  roleId: string
}
interface ApiKeyTable {
  id: GeneratedAlways<string>
  key: string
  channelId: string | null
  orgId: string | null
  isSandbox: Generated<boolean>
  revokedAt: Instant | null
  revokedBy: string | null
  createdBy: string | null
  createdAt: Generated<Instant>
}
interface ApiSecretTable {
  id: GeneratedAlways<string>
  apiKeyId: string
  slot: 'current' | 'previous'
  valueSealed: Buffer
  place: 'apiSecret' | 'channel.apiSecret'
  expiresAt: Instant | null
  lastUsedAt: Instant | null
  createdBy: string | null
  createdAt: Generated<Instant>
}
interface AuditLogTable {
  id: Generated<string>
  at: GeneratedAlways<Instant>
  adminId: string | null
  username: string | null
  ip: string | null
  point: string
  targetKind: string | null
  targetId: string | null
  before: Json | null
  after: Json | null
  requestId: string | null
  result: Generated<'done' | 'refused'>
  code: Generated<string>
  actGroup: string | null
  isHead: Generated<boolean>
}
interface BatchTable {
  id: GeneratedAlways<string>
  act: string
  filterSealed: Buffer | null
  scopeAdminId: string | null
  status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  total: number
  done: Generated<number>
  failure: string | null
  run: string | null
  jobId: string | null
  createdBy: string
  finishedAt: Instant | null
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface BatchPieceTable {
  batchId: string
  number: number
  ids: string[]
}
interface BlacklistTable {
  id: GeneratedAlways<string>
  kind: 'phone' | 'idNumber' | 'device' | 'ip'
  value: string
  valueSealed: Buffer | null
  reason: Generated<string>
  source: Generated<'manual' | 'import' | 'risk' | 'complaint'>
  expiresAt: Instant | null
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  phoneHashA: Buffer | null
  phoneHashB: Buffer | null
}
interface CallThrottleTable {
  key: string
  points: Generated<number>
  expire: string | null
}
interface CapLimitTable {
  kind: 'org' | 'pair'
  id: string
  channelId: Generated<string>
  span: 'hour' | 'day' | 'month' | 'all'
  most: number | null
  mostFen: string | null
}
interface CapUseTable {
  kind: 'plan' | 'org' | 'pair'
  id: string
  channelId: Generated<string>
  span: 'hour' | 'day' | 'month' | 'all'
  starts: Instant
  used: Generated<number>
  fen: Generated<string>
}
interface ChannelTable {
  id: GeneratedAlways<string>
  code: Generated<string>
  name: string
  flow: 'full' | 'half' | 'uv' | 'city'
  contactName: Generated<string>
  contactPhone: Generated<string>
  settlement: Generated<'cpa' | 'cpl' | 'cps' | 'cpuv'>
  priceFen: Generated<number | null>
  shareBp: number | null
  deductionBp: Generated<number>
  dailyCap: number | null
  ownerId: string | null
  status: Generated<'enabled' | 'disabled'>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  allowedIps: Generated<string[]>
  callsPerSecond: number | null
  namePairs: GeneratedAlways<string[]>
}
interface CheckKeyTable {
  id: GeneratedAlways<string>
  slot: 'a' | 'b'
  valueSealed: Buffer
  filledUserId: Generated<string>
  filledBlacklistId: Generated<string>
  createdBy: string | null
  createdAt: Generated<Instant>
}
interface ChoiceChangeTable {
  entity: string
  entityId: string
}
interface ChoiceWordTable {
  entity: string
  word: string
  entityId: string
}
interface ConsentTable {
  id: string
  userId: string
  channelId: string
  planId: string
  orgId: string
  agreements: Json
  at: Instant
  receivedAt: Generated<Instant>
  ip: string | null
}
interface DueStepTable {
  userId: string
  kind: 'screen' | 'match' | 'check' | 'submit' | 'query' | 'ask' | 'retry'
  pushId: 'screen' | 'match' | 'check' | null
  dueAt: Generated<Instant>
  claims: Generated<number>
  state: Generated<Json>
}
interface ErrorEventTable {
  id: GeneratedAlways<string>
  source: 'h5' | 'console' | 'server' | 'partner'
  level: Generated<'error' | 'warning' | 'info'>
  name: string
  message: string
  stack: Generated<string>
  url: Generated<string>
  userAgent: Generated<string>
  userId: string | null
  fingerprint: Buffer
  count: Generated<number>
  status: Generated<'open' | 'ignored' | 'resolved'>
  firstAt: Generated<Instant>
  lastAt: Generated<Instant>
  orgId: string | null
  stage: string | null
}
interface ErrorThrottleTable {
  key: string
  points: Generated<number>
  expire: string | null
}
interface ExportTaskTable {
  id: GeneratedAlways<string>
  resource: string
  format: 'csv' | 'xlsx'
  filter: Json
  filterSealed: Buffer | null
  namesPerson: Generated<boolean>
  language: 'zh-CN' | 'en-US'
  scopeAdminId: string | null
  status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>
  rowsDone: Generated<string>
  rowsTotal: string
  fileId: string | null
  fileSize: string | null
  failure: string | null
  run: string | null
  jobId: string | null
  createdBy: string
  startedAt: Instant | null
  finishedAt: Instant | null
  expiresAt: Instant | null
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface FeedbackTable {
  id: GeneratedAlways<string>
  userId: string
  kind: 'suggestion' | 'complaint' | 'fault' | 'other'
  content: string
  contact: string | null
  status: Generated<'pending' | 'processing' | 'resolved' | 'closed'>
  reply: Generated<string>
  handledBy: string | null
  handledAt: Instant | null
  remark: Generated<string>
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface FeedbackCountTable {
  status: string
  part: number
  count: string
}
interface FeedbackFileTable {
  feedbackId: string
  fileId: string
  position: Generated<number>
}
interface FileTable {
  id: GeneratedAlways<string>
  use: string
  key: string
  name: string
  mediaType: string
  size: string
  sha256: Buffer
  width: number | null
  height: number | null
  status: Generated<'pending' | 'stored' | 'removing'>
  ownerKind: string | null
  ownerId: string | null
  unclaimedSince: Generated<Instant | null>
  createdBy: string | null
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface FileTicketTable {
  tokenHash: Buffer
  fileId: string
  sessionId: string
  expiresAt: Instant
}
interface HoldTable {
  refKind: string
  refId: string
  accountId: string
  amountFen: string
  at: Generated<Instant>
}
interface ImportRowTable {
  importId: string
  line: number
  state: Generated<string>
  key: string | null
  staged: Json | null
  repeats: number | null
  problems: string | null
  cellsSealed: Buffer | null
}
interface ImportTaskTable {
  id: GeneratedAlways<string>
  list: string
  fileId: string | null
  fileName: string
  status: Generated<'checking' | 'checked' | 'committing' | 'done' | 'failed' | 'cancelled' | 'expired'>
  percent: Generated<number>
  rowsRead: Generated<number>
  report: Json | null
  result: Json | null
  problem: string | null
  problemValues: Json | null
  jobId: string | null
  checkedAt: Instant | null
  endedAt: Instant | null
  createdBy: string
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface JobRunTable {
  jobId: string
  name: string
  run: string
  isUnderWay: boolean
  killed: Generated<number>
  updatedAt: Generated<Instant>
}
interface JobScheduleTable {
  name: string
  dueAt: Instant
}
interface KnownPlaceTable {
  adminId: string
  place: string
  seenAt: Generated<Instant>
}
interface LedgerCheckTable {
  id: GeneratedAlways<string>
  startedAt: Instant
  finishedAt: Generated<Instant>
  transfers: string
  accounts: string
  faults: Json
  sumsAgree: boolean
}
interface LockoutTable {
  key: string
  adminId: string | null
  failures: number
  lockedUntil: Instant | null
  lastAt: Instant
}
interface LoginLogTable {
  id: Generated<string>
  at: GeneratedAlways<Instant>
  adminId: string | null
  username: string | null
  nameHash: Buffer | null
  result: 'succeeded' | 'pending' | 'failed'
  reason:
    | 'ok'
    | 'recoveryCode'
    | 'secondFactorAsked'
    | 'wrongPassword'
    | 'unknownAccount'
    | 'disabled'
    | 'locked'
    | 'wrongSecondFactor'
  ip: string
  userAgent: string | null
  attempts: Generated<number>
}
interface LoginRepeatTable {
  key: Buffer
  loginId: string
  attempts: Generated<number>
}
interface LoginTicketTable {
  id: string
  userId: string
  orgId: string
  channelId: string
  hash: Buffer | null
  visitor: Buffer
  day: string
  tookMs: number
  caps: Generated<Json>
  expiresAt: Instant
  redeemedAt: Instant | null
  isOpen: Generated<boolean>
}
interface LookUpTable {
  adminId: string
  valueHash: Buffer
  maskHash: Buffer | null
  countedAt: Generated<Instant>
  isMiss: Generated<boolean>
  noted: Generated<string[]>
}
interface LookUpAlarmTable {
  adminId: string
  toldAt: Generated<Instant>
}
interface MatchRunTable {
  id: Generated<string>
  userId: string
  planId: string | null
  flow: 'full' | 'half' | 'uv' | 'city'
  whyNot: Generated<Json>
}
interface MessageTable {
  id: GeneratedAlways<string>
  adminId: string
  kind: 'message' | 'notice' | 'todo'
  title: Json
  subTitle: Json | null
  content: Json
  avatar: string | null
  messageType: number | null
  link: Json | null
  readAt: Instant | null
  createdAt: Generated<Instant>
}
interface OfferTable {
  id: string
  agreements: Json
  offeredAt: Generated<Instant>
  expiresAt: Instant
  isOpen: Generated<boolean>
}
interface OpenAnswerTable {
  id: string
  apiKeyId: string
  key: string
  requestHash: Buffer
  claim: string
  claimedUntil: Instant
  answerSealed: Buffer | null
  createdAt: Generated<Instant>
}
interface OpenDayUseTable {
  channelId: string
  day: string
  use: 'register' | 'check'
  used: number
  granted: number
}
interface OpenInstanceTable {
  id: string
  seenAt: Generated<Instant>
}
interface OpenNonceTable {
  id: string
  apiKeyId: string
  nonce: string
  at: Instant
}
interface OpenRequestTable {
  id: Generated<string>
  channelId: string | null
  orgId: string | null
  apiKeyId: string
  call: string
  path: string
  code: string
  fault: 'key' | 'clock' | 'nonce' | 'signature' | null
  isSandbox: boolean
  isRepeat: Generated<boolean>
  ms: number
  ip: string
  request: string | null
  answer: string | null
}
interface OrgTable {
  id: GeneratedAlways<string>
  code: string
  name: string
  shortName: Generated<string>
  logoFileId: string | null
  flow: 'full' | 'half' | 'uv' | 'city'
  licenceNo: Generated<string>
  contactName: Generated<string>
  contactPhone: Generated<string>
  cityCodes: Generated<string[]>
  checkUrl: string | null
  pushUrl: string | null
  loginUrl: string | null
  timeoutMs: Generated<number>
  agreements: Generated<Json>
  alertFen: Generated<string>
  salesmanId: string | null
  pushSecretSealed: Buffer | null
  status: Generated<'enabled' | 'paused' | 'disabled'>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  namePairs: GeneratedAlways<string[]>
}
interface OrgAccountTable {
  orgId: string | null
  balanceFen: string | null
  heldFen: string | null
}
interface OrgAgreementTable {
  orgId: string
  name: string
  version: string
  url: string
  offeredAt: Generated<Instant>
}
interface OrgBreakerTable {
  orgId: string
  openedAt: Generated<Instant>
  probeAt: Instant
}
interface OrgCallTable {
  orgId: string
  slot: Instant
  calls: Generated<number>
  failures: Generated<number>
  allCalls: Generated<number>
  allFailures: Generated<number>
  ms: Generated<string>
  slowestMs: Generated<number>
}
interface OrgCallHourTable {
  orgId: string
  hour: Instant
  calls: number
  failures: number
  ms: string
  slowestMs: number
}
interface OrgLowBalanceTable {
  orgId: string
  since: Generated<Instant>
}
interface OrgSecretTable {
  orgId: string
  name: string
  sealed: Buffer
  updatedAt: Generated<Instant>
}
interface OrgTemplateTable {
  orgId: string
  template: Json
  overrideReason: string | null
  overriddenBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface PartitionedTableTable {
  name: string
  unit: 'hour' | 'day' | 'month'
  ahead: number
  keepDaysMin: number | null
}
interface PasswordHistoryTable {
  id: GeneratedAlways<string>
  adminId: string
  passwordHash: string
  createdAt: Generated<Instant>
}
interface PlanTable {
  id: GeneratedAlways<string>
  orgId: string
  name: string
  flow: 'full' | 'half' | 'uv' | 'city'
  priceFen: number
  cityCodes: Generated<string[]>
  ageFrom: number | null
  ageTo: number | null
  gender: 'female' | 'male' | null
  incomeBands: Generated<string[]>
  creditBands: Generated<string[]>
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  dailyCap: number | null
  dailyBudgetFen: string | null
  dedupeDays: Generated<number>
  priority: Generated<number>
  startsOn: string
  endsOn: string | null
  status: Generated<'draft' | 'running' | 'paused' | 'exhausted' | 'ended'>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  hourlyCap: number | null
  monthlyCap: number | null
  totalCap: number | null
  isPaced: Generated<boolean>
  returnDays: Generated<number>
  returnReasons: Generated<string[]>
  isReturnReviewed: Generated<boolean>
  waitsWhenFull: Generated<boolean>
  priceMinFen: number | null
  priceMaxFen: number | null
  namePairs: GeneratedAlways<string[]>
}
interface PlanAnswerTable {
  planId: string
  day: string
  answered: Generated<number>
  accepted: Generated<number>
}
interface PlanExcludedChannelTable {
  planId: string
  channelId: string
}
interface PlanSimulationTable {
  id: GeneratedAlways<string>
  planId: string | null
  flow: 'full' | 'half' | 'uv' | 'city'
  terms: Json
  scopeAdminId: string | null
  status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  done: Generated<number>
  total: Generated<number>
  result: Json | null
  failure: 'unexpected' | 'stopped' | null
  createdBy: string
  createdAt: Generated<Instant>
  finishedAt: Instant | null
}
interface PlanWhyNotTable {
  planId: string
  day: string
  rule: string
  n: number
  runIds: Generated<string[]>
}
interface PlanWindowTable {
  planId: string
  weekday: number
  fromTime: string
  toTime: string
}
interface ProductTable {
  id: GeneratedAlways<string>
  name: string
  kind: 'package' | 'coupon' | 'card'
  flow: 'full' | 'half' | 'uv' | 'city'
  orgId: string | null
  coverFileId: string | null
  summary: Generated<string>
  detail: Generated<string>
  faceFen: number
  priceFen: number
  validDays: number
  stock: number | null
  perUserLimit: number | null
  targetUrl: string | null
  onSaleFrom: Instant | null
  onSaleTo: Instant | null
  actsAt: Instant | null
  status: Generated<'draft' | 'onSale' | 'offSale'>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  place: Generated<string>
  sort: GeneratedAlways<number>
  namePairs: GeneratedAlways<string[]>
}
interface PushAttemptTable {
  id: Generated<string>
  pushId: string
  number: number
  tookMs: number | null
  httpStatus: number | null
  stage: 'check' | 'submit' | 'login' | 'query'
  outcome: 'accepted' | 'rejected' | 'duplicate' | 'failed' | 'unknown' | null
  error: string | null
  request: Json | null
  reply: Json | null
}
interface PushDedupeTable {
  userId: string
  orgId: string
  until: Instant
}
interface PushPlanTable {
  id: GeneratedAlways<string>
  name: string
  planId: string
  channelId: string | null
  cityCode: string | null
  registeredFrom: Instant | null
  registeredTo: Instant | null
  userStatuses: Generated<string[]>
  riskLevels: Generated<string[]>
  schedule: 'now' | 'at' | 'daily'
  at: Instant | null
  dailyAt: string | null
  perMinute: number
  cap: number | null
  status: Generated<'draft' | 'scheduled' | 'running' | 'paused' | 'done' | 'cancelled'>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  dueAt: Generated<Instant>
  walkedTo: Generated<string>
  walkUntil: string | null
  pacedAt: Instant | null
  holds: string | null
  startedAt: Instant | null
  endedAt: Instant | null
  namePairs: GeneratedAlways<string[]>
}
interface PushRecordTable {
  id: Generated<string>
  userId: string
  channelId: string | null
  planId: string
  orgId: string
  pushPlanId: string | null
  matchRunId: string | null
  requestAt: GeneratedAlways<Instant>
  respondedAt: Instant | null
  updatedAt: Generated<Instant>
  priceFen: Generated<number>
  costFen: Generated<number>
  attempts: Generated<number>
  dedupeDays: Generated<number>
  flow: 'full' | 'half' | 'uv' | 'city'
  cityCode: string | null
  stage: Generated<'check' | 'consent' | 'submit' | 'login'>
  status: Generated<'pending' | 'accepted' | 'rejected' | 'duplicate' | 'failed' | 'unknown' | 'returned'>
  reason: string | null
  externalId: string | null
  quality: number | null
  priceMinFen: number | null
  priceMaxFen: number | null
}
interface PushReturnTable {
  id: GeneratedAlways<string>
  pushId: string
  userId: string
  orgId: string
  planId: string
  channelId: string | null
  reason: string
  status: Generated<'asked' | 'returned' | 'refused' | 'withdrawn'>
  askedWay: 'org' | 'admin' | 'import'
  askedBy: string | null
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  refundFen: Generated<string>
  costBackFen: Generated<string>
  toldAt: Instant | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface PushTallyTable {
  kind: 'plan' | 'pushPlan' | 'target'
  id: string
  slot: Instant
  what: string
  n: number
}
interface PushTallyNewTable {
  kind: 'plan' | 'pushPlan' | 'target'
  id: string
  slot: Instant
  what: string
  n: number
}
interface PushTargetTable {
  pushPlanId: string
  userId: string
  state: Generated<'waiting' | 'sent' | 'pushed' | 'unfit'>
  reason: string | null
  pushId: string | null
  tries: Generated<number>
  dueAt: Generated<Instant>
}
interface PushTroubleTable {
  pushId: string
  planId: string
  kind: 'unknown' | 'dead'
  at: Generated<Instant>
  toldAt: Instant | null
  id: GeneratedAlways<string>
  userId: string
  orgId: string
  channelId: string | null
  ownerId: string | null
  closedAt: Instant | null
  closedHow: 'resent' | 'settled' | 'closed' | null
  closedBy: string | null
  note: Generated<string>
  version: Generated<number>
}
interface RecoveryCodeTable {
  adminId: string
  codeHash: Buffer
  usedAt: Instant | null
}
interface RoleTable {
  id: GeneratedAlways<string>
  code: string
  name: string
  isSuper: Generated<boolean>
  dataScope: Generated<'all' | 'own'>
  requiresSecondFactor: Generated<boolean>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface RoleNodeTable {
  roleId: string
  node: string
}
interface SavedViewTable {
  id: GeneratedAlways<string>
  ownerId: string
  list: string
  name: string
  roleId: string | null
  filters: Generated<Json>
  sort: string
  columns: Generated<Json>
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface SecondFactorTable {
  adminId: string
  secretSealed: Buffer
  confirmedAt: Instant | null
  lastStep: Generated<string>
  createdAt: Generated<Instant>
}
interface ServiceFactTable {
  key: string
  value: string
}
interface SessionTable {
  id: GeneratedAlways<string>
  tokenHash: Buffer
  adminId: string
  ip: string | null
  userAgent: string | null
  createdAt: Generated<Instant>
  lastSeenAt: Generated<Instant>
}
interface SettingTable {
  key: string
  value: Json | null
  updatedBy: string | null
  updatedAt: Generated<Instant>
  version: Generated<number>
}
interface SignInChallengeTable {
  tokenHash: Buffer
  adminId: string
  expiresAt: Instant
}
interface StatementLinkTable {
  id: GeneratedAlways<string>
  version: Generated<number>
  orgId: string
  month: string
  tokenHash: Buffer
  expiresAt: Instant
  revokedAt: Instant | null
  revokedBy: string | null
  opened: Generated<string>
  openedAt: Instant | null
  createdBy: string
  createdAt: Generated<Instant>
}
interface StepTakenTable {
  id: Generated<string>
  userId: string
  kind: 'screen' | 'match' | 'check'
  ms: number
  result: string
  planId: string | null
  until: Instant | null
}
interface TransferTable {
  id: Generated<string>
  at: Instant
  debitAccountId: string
  creditAccountId: string
  amountFen: string
  kind: 'recharge' | 'payout' | 'charge' | 'refund' | 'adjust' | 'cost' | 'settlement' | 'reversal'
  refKind: string
  refId: string
  businessDay: string
  byAdmin: string | null
  reversesId: string | null
  accountId: string | null
  number: string | null
  balanceAfterFen: string | null
  previousHash: Buffer | null
  hash: Buffer | null
}
interface TransferRefTable {
  kind: string
  refKind: string
  refId: string
  transferId: string
}
interface UniqueVisitorTable {
  id: string
  orgId: string
  visitor: Buffer
}
interface UserTable {
  id: GeneratedAlways<string>
  phone: string | null
  name: string | null
  idNumberSealed: Buffer | null
  idNumberHash: Buffer | null
  gender: 'female' | 'male' | null
  birthday: string | null
  cityCode: string | null
  channelId: string | null
  flow: 'full' | 'half' | 'uv' | 'city'
  incomeBand: string | null
  creditBand: string | null
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  occupation: string | null
  ip: string | null
  device: string | null
  status: Generated<'registered' | 'profiled' | 'matched' | 'pushed' | 'accepted' | 'rejected' | 'deleted'>
  riskLevel: 'low' | 'medium' | 'high' | null
  pushCount: Generated<number>
  profiledAt: Instant | null
  lastActiveAt: Generated<Instant>
  deletedAt: Instant | null
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  riskCheckedAt: Instant | null
  phoneHashA: Buffer | null
  phoneHashB: Buffer | null
  attributedAt: Instant | null
  visitorId: string | null
  userAgent: string | null
}
interface UserMoveTable {
  id: GeneratedAlways<string>
  userId: string
  fromChannelId: string | null
  toChannelId: string
  at: Generated<Instant>
}
interface VisitTable {
  id: Generated<string>
  channelId: string
  productId: string | null
  pageId: number
  userAgentId: number
  cityCode: number | null
  ip: string
  visitorId: string
}
interface VisitTextTable {
  id: GeneratedAlways<number>
  value: string
  seenOn: Generated<string>
}
interface WhyNotPositionTable {
  one: Generated<boolean>
  runId: string
}
export interface Schema {
  account: AccountTable
  accountDay: AccountDayTable
  accountDelta: AccountDeltaTable
  admin: AdminTable
  adminRole: AdminRoleTable
  apiKey: ApiKeyTable
  apiSecret: ApiSecretTable
  auditLog: AuditLogTable
  batch: BatchTable
  batchPiece: BatchPieceTable
  blacklist: BlacklistTable
  callThrottle: CallThrottleTable
  capLimit: CapLimitTable
  capUse: CapUseTable
  channel: ChannelTable
  checkKey: CheckKeyTable
  choiceChange: ChoiceChangeTable
  choiceWord: ChoiceWordTable
  consent: ConsentTable
  dueStep: DueStepTable
  errorEvent: ErrorEventTable
  errorThrottle: ErrorThrottleTable
  exportTask: ExportTaskTable
  feedback: FeedbackTable
  feedbackCount: FeedbackCountTable
  feedbackFile: FeedbackFileTable
  file: FileTable
  fileTicket: FileTicketTable
  hold: HoldTable
  importRow: ImportRowTable
  importTask: ImportTaskTable
  jobRun: JobRunTable
  jobSchedule: JobScheduleTable
  knownPlace: KnownPlaceTable
  ledgerCheck: LedgerCheckTable
  lockout: LockoutTable
  loginLog: LoginLogTable
  loginRepeat: LoginRepeatTable
  loginTicket: LoginTicketTable
  lookUp: LookUpTable
  lookUpAlarm: LookUpAlarmTable
  matchRun: MatchRunTable
  message: MessageTable
  offer: OfferTable
  openAnswer: OpenAnswerTable
  openDayUse: OpenDayUseTable
  openInstance: OpenInstanceTable
  openNonce: OpenNonceTable
  openRequest: OpenRequestTable
  org: OrgTable
  orgAccount: OrgAccountTable
  orgAgreement: OrgAgreementTable
  orgBreaker: OrgBreakerTable
  orgCall: OrgCallTable
  orgCallHour: OrgCallHourTable
  orgLowBalance: OrgLowBalanceTable
  orgSecret: OrgSecretTable
  orgTemplate: OrgTemplateTable
  partitionedTable: PartitionedTableTable
  passwordHistory: PasswordHistoryTable
  plan: PlanTable
  planAnswer: PlanAnswerTable
  planExcludedChannel: PlanExcludedChannelTable
  planSimulation: PlanSimulationTable
  planWhyNot: PlanWhyNotTable
  planWindow: PlanWindowTable
  product: ProductTable
  pushAttempt: PushAttemptTable
  pushDedupe: PushDedupeTable
  pushPlan: PushPlanTable
  pushRecord: PushRecordTable
  pushReturn: PushReturnTable
  pushTally: PushTallyTable
  pushTallyNew: PushTallyNewTable
  pushTarget: PushTargetTable
  pushTrouble: PushTroubleTable
  recoveryCode: RecoveryCodeTable
  role: RoleTable
  roleNode: RoleNodeTable
  savedView: SavedViewTable
  secondFactor: SecondFactorTable
  serviceFact: ServiceFactTable
  session: SessionTable
  setting: SettingTable
  signInChallenge: SignInChallengeTable
  statementLink: StatementLinkTable
  stepTaken: StepTakenTable
  transfer: TransferTable
  transferRef: TransferRefTable
  uniqueVisitor: UniqueVisitorTable
  user: UserTable
  userMove: UserMoveTable
  visit: VisitTable
  visitText: VisitTextTable
  whyNotPosition: WhyNotPositionTable
}
