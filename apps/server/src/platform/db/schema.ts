// Generated from the migrated database by `npm run schema`; a test compares. Not edited by hand.
import type { ColumnType, SelectType } from 'kysely'

type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>
type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>
type Instant = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string | null, string | null>

interface AccessTokenTable {
  id: GeneratedAlways<string>
  adminId: string
  name: string
  tokenHash: Buffer
  tokenEnd: string
  points: string[]
  dataScope: 'all' | 'own'
  allowedIps: Generated<string[]>
  createdAt: Generated<Instant>
  expiresAt: Instant
  lastUsedAt: Instant | null
  lastUsedIp: string | null
  wroteLsn: string | null
}
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
interface AccountSetupTable {
  adminId: string
  byAdmin: string
  way: 'made' | 'password' | 'secondFactor' | 'roles'
  at: Generated<Instant>
}
interface ActiveUserTable {
  day: string
  userId: string
}
interface AdjustmentTable {
  id: GeneratedAlways<string>
  kind: 'adjust' | 'reverse'
  orgId: string | null
  channelId: string | null
  amountFen: string
  reason: string
  linkKind: 'transfer' | 'push' | 'recharge'
  linkId: string
  status: Generated<'pending' | 'approved' | 'rejected'>
  requestKey: Generated<string>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  transferId: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
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
  passwordLoginAt: Instant | null
}
interface AdminAnswerTable {
  adminId: string
  key: string
  answerSealed: Buffer | null
  createdAt: Generated<Instant>
}
interface AdminIdentityTable {
  adminId: string
  issuer: string
  subject: string
  linkedAt: Generated<Instant>
  lastUsedAt: Instant | null
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
interface ArchiveDayTable {
  tableName: string
  fromAt: Instant
  toAt: Instant
  rowCount: string
  checksum: string
  takenAt: Generated<Instant>
  droppedAt: Instant | null
}
interface ArchivePartTable {
  id: GeneratedAlways<string>
  tableName: string
  fromAt: Instant
  firstOwner: string
  lastOwner: string
  rowCount: number
  fileId: string
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
  tokenName: string | null
}
interface BackupRunTable {
  id: GeneratedAlways<string>
  startedAt: Generated<Instant>
  finishedAt: Instant | null
  state: 'running' | 'done' | 'failed'
  sizeBytes: string | null
  rowCount: string | null
  fileCount: number | null
  missingCount: number | null
  failure: string | null
  place: string | null
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
  refused: Generated<number>
}
interface BatchPieceTable {
  batchId: string
  number: number
  ids: string[]
}
interface BatchRefusalTable {
  batchId: string
  rowId: string
  reason: Json
}
interface BillLineTable {
  id: string
  collectionId: string
  line: number
  amountFen: string
  feeFen: string
  item: 'payment' | 'refund'
  ref: string
  orderNo: string
  status: string
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
  valueBefore: string | null
}
interface BusinessClockTable {
  fromAt: Instant
  timeZone: string
  dayStartsAt: string
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
interface ChangeRequestTable {
  id: GeneratedAlways<string>
  kind: 'refund' | 'collection' | 'orgTemplate'
  targetId: string
  targetName: string
  channelId: string | null
  amountFen: string | null
  facts: Json
  payloadSealed: Buffer | null
  reason: Generated<string>
  status: Generated<'pending' | 'approved' | 'rejected' | 'withdrawn'>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
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
  notifyUrl: string | null
}
interface ChannelFlowTable {
  channelId: string
  fromAt: Instant
  flow: string
}
interface ChannelResultTable {
  id: Generated<string>
  channelId: string
  number: string
  at: Instant
  baseFen: string
  costFen: string
  businessDay: string
  dueDay: string
  draw: number | null
  deductionBp: number | null
  kind: 'registration' | 'push' | 'visitor' | 'return' | 'adjustment'
  refId: string
  deductedFor: string | null
}
interface ChannelResultEndTable {
  channelId: string
  number: string
}
interface ChannelResultNewTable {
  channelId: string
  id: GeneratedAlways<string>
  kind: 'registration' | 'push' | 'visitor' | 'return' | 'adjustment'
  refId: string
  at: Generated<Instant>
  businessDay: string
  baseFen: string
  costFen: string
  draw: number | null
  deductionBp: number | null
  deductedFor: string | null
  isBooked: Generated<boolean>
  resultId: Generated<string>
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
interface CollectionTable {
  id: GeneratedAlways<string>
  name: string
  provider: string
  merchantNo: Generated<string>
  appId: Generated<string>
  settings: Generated<Json>
  secretsSealed: Buffer | null
  secretNames: Generated<string[]>
  feeBp: Generated<number>
  minFen: Generated<number>
  maxFen: Generated<number>
  dailyLimitFen: string | null
  weight: Generated<number>
  productIds: Generated<string[]>
  status: Generated<'enabled' | 'disabled'>
  triedAt: Instant | null
  triedReason: string | null
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  callbackToken: Generated<string>
  byIdUntil: Instant | null
}
interface CollectionBreakerTable {
  collectionId: string
  failures: number
  openUntil: Instant | null
  toldAt: Instant | null
}
interface CollectionDayTable {
  collectionId: string
  day: string
  orderedFen: Generated<string>
  orders: Generated<number>
  paid: Generated<number>
  paidFen: Generated<string>
  failed: Generated<number>
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
interface CorrectionTable {
  id: GeneratedAlways<string>
  differenceId: string
  channelId: string | null
  amountFen: string
  reason: string
  status: Generated<'asked' | 'booked' | 'refused' | 'withdrawn'>
  note: Generated<string>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface DataKeyTable {
  id: GeneratedAlways<string>
  keyCheck: string
  mark: Generated<Buffer>
  state: 'writing' | 'leaving' | 'closed' | 'ending' | 'gone'
  fingerprintKeySealed: Buffer | null
  createdAt: Generated<Instant>
  replacedAt: Instant | null
  goneAt: Instant | null
}
interface DayVisitorTable {
  day: string
  visitor: string
  hour: Instant
  channelId: string
  productId: string
  cityCode: number
  flow: string
}
interface DeliveryTable {
  id: Generated<string>
  eventId: string
  targetId: string
  subjectId: Generated<string>
  refId: Generated<string>
  fen: Generated<string>
  endedAt: Instant | null
  round: Generated<number>
  isCounted: Generated<boolean>
  kind: string
  event: string
  state: Generated<'waiting' | 'sent' | 'dead' | 'untold'>
  reason: string | null
  tries: Generated<Json>
}
interface DeliveryCountTable {
  day: string
  targetId: string
  n: string
  kind: string
  event: string
  what: string
}
interface DeliveryDueTable {
  deliveryId: string
  dueAt: Instant
  claims: Generated<number>
  most: Generated<number>
  target: string
}
interface DeliveryTargetTable {
  target: string
  since: Generated<Instant>
  calls: Generated<number>
  failures: Generated<number>
  brokenAt: Instant | null
  probeAt: Instant | null
  pausedUntil: Instant | null
}
interface DifferenceTable {
  id: GeneratedAlways<string>
  kind: 'bill' | 'orgList' | 'within'
  ownerId: string
  item:
    | 'payment'
    | 'refund'
    | 'push'
    | 'charge'
    | 'payback'
    | 'cost'
    | 'hold'
    | 'order'
    | 'visit'
    | 'registration'
  ref: string
  shown: string
  gap: 'missingHere' | 'missingThere' | 'amount' | 'status'
  day: string
  reconcileId: string
  orgId: string | null
  collectionId: string | null
  channelId: string | null
  userId: string | null
  oursId: string | null
  oursFen: string | null
  theirsFen: string | null
  oursStatus: string | null
  theirsStatus: string | null
  differenceFen: GeneratedAlways<string>
  status: Generated<'open' | 'correcting' | 'corrected' | 'closed' | 'gone'>
  cause: 'timing' | 'theirs' | 'ours' | 'fee' | 'test' | 'other' | null
  note: Generated<string>
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  oursCount: 'visit' | 'registration' | null
  theirsCount: string | null
}
interface DueStepTable {
  userId: string
  kind: 'screen' | 'match' | 'check' | 'submit' | 'query' | 'ask' | 'retry'
  pushId: 'screen' | 'match' | 'check' | null
  dueAt: Generated<Instant>
  claims: Generated<number>
  state: Generated<Json>
  waitsFor: string | null
  wakes: Generated<boolean>
}
interface ErrorChangeTable {
  id: GeneratedAlways<string>
  eventId: string
  at: Generated<Instant>
  act: 'resolve' | 'ignore' | 'reopen' | 'comeBack'
  adminId: string | null
  release: Generated<string>
  until: Instant | null
  times: number | null
  isUntilRelease: Generated<boolean>
}
interface ErrorDayTable {
  eventId: string
  day: string
  count: number
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
  version: Generated<number>
  updatedAt: Generated<Instant>
  updatedBy: string | null
  firstRelease: Generated<string>
  release: Generated<string>
  personCount: Generated<number>
  sampleCount: Generated<number>
  resolvedAt: Instant | null
  isUntilRelease: Generated<boolean>
  ignoredUntil: Instant | null
  ignoredTo: number | null
  actsAt: Instant | null
  reopenedAt: Instant | null
  issueUrl: Generated<string>
  textPairs: GeneratedAlways<string[]>
}
interface ErrorEventReleaseTable {
  eventId: string
  release: string
  count: number
  firstAt: Generated<Instant>
  lastAt: Generated<Instant>
}
interface ErrorHourTable {
  eventId: string
  hour: Instant
  count: number
}
interface ErrorPersonTable {
  eventId: string
  kind: 'admin' | 'user'
  personId: string
  firstAt: Generated<Instant>
}
interface ErrorReleaseTable {
  source: 'h5' | 'console' | 'server' | 'partner'
  release: string
  firstAt: Generated<Instant>
}
interface ErrorSampleTable {
  eventId: string
  place: number
  at: Instant
  message: string
  stack: string
  url: string
  userAgent: string
  release: string
  requestId: string
  personKind: 'admin' | 'user' | null
  personId: string | null
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
  spaceTries: Generated<number>
}
interface FactTable {
  id: Generated<string>
  refId: string
  userId: Generated<string>
  channelId: Generated<string>
  orgId: Generated<string>
  planId: Generated<string>
  productId: Generated<string>
  fen: Generated<string>
  feeFen: Generated<string>
  day: string
  came: string
  cityCode: Generated<number>
  kind:
    | 'registration'
    | 'imported'
    | 'profile'
    | 'match'
    | 'matched'
    | 'push'
    | 'accepted'
    | 'rejected'
    | 'duplicate'
    | 'failed'
    | 'return'
    | 'login'
    | 'order'
    | 'error'
    | 'paid'
    | 'refund'
    | 'charge'
    | 'chargeBack'
    | 'cost'
    | 'costBack'
    | 'active'
  flow: Generated<string>
}
interface FactDeltaTable {
  day: string
  came: string
  hour: Instant | null
  channelId: string
  orgId: string
  planId: string
  productId: string
  n: string
  fen: string
  feeFen: string
  cityCode: number
  kind: string
  flow: string
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
  sessionId: string | null
  expiresAt: Instant
  accessTokenId: string | null
}
interface HoldTable {
  refKind: string
  refId: string
  accountId: string
  amountFen: string
  at: Generated<Instant>
}
interface HomeLayoutTable {
  adminId: string
  cards: string[]
  hidden: string[]
  updatedAt: Generated<Instant>
}
interface HookTable {
  id: GeneratedAlways<string>
  channelId: string | null
  orgId: string | null
  kind: GeneratedAlways<string>
  party: GeneratedAlways<string>
  partyId: GeneratedAlways<string>
  delaySeconds: Generated<number>
  dailyCap: number | null
  partPercent: Generated<number>
  batchMost: Generated<number>
  isOn: Generated<boolean>
  name: string
  events: string[]
  template: Json
  secretsSealed: Buffer | null
  previousEndsAt: Instant | null
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface HookDayTable {
  hookId: string
  day: string
  n: number
}
interface ImportColumnsTable {
  adminId: string
  list: string
  titles: Json
  updatedAt: Generated<Instant>
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
  mask: string | null
  print: string | null
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
  choices: Json | null
  titles: Json | null
  learned: Json | null
}
interface InstanceTable {
  id: string
  host: string
  pid: number
  version: string
  commit: string
  node: string
  roles: string[]
  startedAt: Instant
  beatAt: Instant
  sentAt: Instant
  isDraining: boolean
  facts: Json
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
interface KeyHolderTable {
  id: string
  keyChecks: string[]
  follows: string
  servesOpen: boolean
  seenAt: Generated<Instant>
}
interface KnownPlaceTable {
  adminId: string
  place: string
  seenAt: Generated<Instant>
}
interface LeadTable {
  id: GeneratedAlways<string>
  userId: string | null
  name: Generated<string>
  phone: string | null
  cityCode: string | null
  source: 'unaccepted' | 'returned' | 'import' | 'manual' | 'open'
  channelId: string | null
  poolId: string
  salesmanId: string | null
  stage: Generated<'new' | 'contacted' | 'interested' | 'applied' | 'converted' | 'invalid'>
  arrivedAt: Generated<Instant>
  assignedAt: Instant | null
  firstContactDueAt: Instant | null
  firstContactAt: Instant | null
  nextFollowAt: Instant | null
  lastFollowAt: Instant | null
  recycleAt: Instant | null
  protectedUntil: Instant | null
  noticeAt: Instant | null
  restUntil: Instant | null
  closedAt: 'converted' | 'invalid' | null
  isForgotten: Generated<boolean>
  score: Generated<number>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  mergedIntoId: string | null
  remindedAt: Instant | null
  stuckAt: Instant | null
}
interface LeadCandidateTable {
  id: GeneratedAlways<string>
  userId: string
  source: 'unaccepted' | 'returned'
  createdAt: Generated<Instant>
}
interface LeadCreditTable {
  poolId: string
  salesmanId: string
  credit: Generated<number>
  rule: Generated<string>
}
interface LeadEventTable {
  id: GeneratedAlways<string>
  leadId: string
  kind:
    | 'arrived'
    | 'arrivedAgain'
    | 'claimed'
    | 'assigned'
    | 'transferred'
    | 'passedOn'
    | 'released'
    | 'recycled'
    | 'protected'
    | 'followUp'
    | 'stage'
    | 'invalidated'
    | 'converted'
    | 'merged'
    | 'mergeUndone'
  at: Generated<Instant>
  byId: string | null
  fromId: string | null
  toId: string | null
  fromStage: string
  toStage: string
  reason: Generated<string>
}
interface LeadFollowUpTable {
  id: GeneratedAlways<string>
  leadId: string
  salesmanId: string
  way: 'call' | 'wechat' | 'sms' | 'visit' | 'other'
  content: string
  result: 'reached' | 'noAnswer' | 'refused' | 'wrongNumber'
  nextAt: Instant | null
  at: Generated<Instant>
  byId: string | null
}
interface LeadHandOverTable {
  id: GeneratedAlways<string>
  fromId: string
  toId: string | null
  reason: Generated<string>
  moved: Generated<number>
  toPool: Generated<number>
  createdBy: string | null
  createdAt: Generated<Instant>
  endedAt: Instant | null
}
interface LeadMergeTable {
  id: GeneratedAlways<string>
  keepId: string
  otherId: string
  fields: Generated<string[]>
  keepBefore: Json | null
  keepAfter: Json | null
  otherBefore: Json | null
  eventId: string
  createdBy: string | null
  createdAt: Generated<Instant>
  undoneBy: string | null
  undoneAt: Instant | null
}
interface LeadPoolTable {
  id: GeneratedAlways<string>
  name: string
  kind: 'public' | 'team'
  teamId: string | null
  ownerId: string | null
  maxHeld: Generated<number>
  maxClaimsPerDay: Generated<number>
  coolDownDays: Generated<number>
  lockMinutes: Generated<number>
  recycleDays: Generated<number>
  protectDays: Generated<number>
  firstContactMinutes: Generated<number>
  hiddenFields: Generated<string[]>
  isAutomatic: Generated<boolean>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface LeadPoolUseTable {
  salesmanId: string
  poolId: string
  held: Generated<number>
  day: string | null
  claims: Generated<number>
}
interface LeadRevealTable {
  id: GeneratedAlways<string>
  leadId: string
  adminId: string
  reason: string
  at: Generated<Instant>
}
interface LeadRevealUseTable {
  adminId: string
  day: string
  used: number
}
interface LeadWaitTable {
  leadId: string
  salesmanId: string
  until: Instant
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
interface ListGuessTable {
  adminId: string
  mask: string
  print: string
  comparedAt: Generated<Instant>
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
    | 'sso'
    | 'ssoFactorAsked'
    | 'ssoRefused'
    | 'passwordOff'
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
  rankedPlanIds: string[] | null
  rankedPriceFen: number[] | null
  rankedRateBp: number[] | null
  snapshotId: string | null
  reasons: Buffer | null
  later: Buffer | null
  facts: Json | null
  seen: Json | null
  ranked: Buffer | null
}
interface MatchedUserTable {
  userId: string
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
interface NoticeTable {
  id: Generated<string>
  told: string[]
  kind: string
  title: Json
  content: Json
  link: Json | null
  figures: Json | null
}
interface NoticeFileTable {
  id: string
  nth: number
  name: string
  content: Buffer | null
}
interface NoticeMetTable {
  since: Generated<Instant>
  kind: string
  ref: string
}
interface NoticeTargetTable {
  id: GeneratedAlways<string>
  roleId: string | null
  port: number | null
  isOn: Generated<boolean>
  kind: 'wecom' | 'dingtalk' | 'feishu' | 'mail' | 'role'
  name: string
  kinds: string[]
  language: 'zh-CN' | 'en-US'
  quietFrom: string | null
  quietTo: string | null
  digest: Generated<'none' | 'quarter' | 'hour' | 'day'>
  host: string | null
  security: 'tls' | 'starttls' | null
  account: string | null
  sender: string | null
  addresses: Generated<string[]>
  secretsSealed: Buffer | null
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface NoticeTurnTable {
  targetId: string
  nextAt: Instant
  kind: string
}
interface OfferTable {
  id: string
  agreements: Json
  offeredAt: Generated<Instant>
  expiresAt: Instant
  isOpen: Generated<boolean>
  userId: string | null
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
  use: 'register' | 'check' | 'lead' | 'feedback'
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
  bodies: Buffer | null
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
interface OrgPauseTable {
  orgId: string
  until: Instant
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
  trialAnsweredAt: Instant | null
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
interface PaymentAttemptTable {
  id: Generated<string>
  orderId: string | null
  collectionId: string | null
  refundId: string | null
  tookMs: number | null
  kind: 'route' | 'create' | 'query' | 'close' | 'refund' | 'queryRefund'
  outcome: string | null
  message: string | null
  whyNot: Json | null
}
interface PaymentCallbackTable {
  id: Generated<string>
  collectionId: string
  orderId: string | null
  verdict: 'believed' | 'repeated' | 'wrong'
  reason: string | null
  tradeNo: string | null
  amountFen: string | null
  ip: string
  bodySealed: Buffer | null
  bodyHash: Buffer | null
}
interface PaymentDueTable {
  kind: 'order' | 'refund' | 'notice' | 'ask'
  refId: string
  dueAt: Instant
  claims: Generated<number>
  done: Generated<number>
  inTurn: Generated<boolean>
}
interface PaymentNoticeTable {
  id: GeneratedAlways<string>
  orderId: string
  channelId: string
  event: 'paid' | 'refunded' | 'closed' | 'failed'
  refundId: Generated<string>
  status: Generated<'waiting' | 'taken' | 'givenUp'>
  round: Generated<number>
  tries: Generated<Json>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  toldAt: Instant | null
  deliveryId: string | null
}
interface PaymentNumberTable {
  channelId: string
  channelNo: string
  orderId: string
}
interface PaymentOrderTable {
  id: Generated<string>
  channelId: string
  userId: string
  productId: string
  collectionId: string | null
  createdAt: GeneratedAlways<Instant>
  closesAt: Instant
  paidAt: Instant | null
  endedAt: Instant | null
  updatedAt: Generated<Instant>
  poolLinkId: string | null
  amountFen: number
  feeFen: Generated<number>
  paidFen: Generated<number>
  refundedFen: Generated<number>
  refundingFen: Generated<number>
  version: Generated<number>
  hasStock: Generated<boolean>
  limitDay: string | null
  status: Generated<'created' | 'paid' | 'refunding' | 'refunded' | 'closed' | 'failed'>
  reason: 'nobodyCollects' | 'expired' | null
  provider: string | null
  tradeNo: string | null
  channelNo: string
  subject: string
  pay: Json | null
  ip: string | null
}
interface PaymentRefTable {
  provider: string
  tradeNo: string
  orderId: string | null
  collectionId: string
  amountFen: number
  role: 'order' | 'extra' | 'late' | 'suspense'
  paidAt: Instant
  at: Generated<Instant>
}
interface PaymentRefundTable {
  id: GeneratedAlways<string>
  orderId: string | null
  collectionId: string
  provider: string
  tradeNo: string
  kind: 'asked' | 'extra' | 'late' | 'suspense'
  amountFen: number
  reason: Generated<string>
  status: Generated<'waiting' | 'pending' | 'refunded' | 'refused'>
  message: string | null
  calls: Generated<number>
  refundedAt: Instant | null
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  refundNo: GeneratedAlways<string>
  byHand: Generated<boolean>
  toldAt: Instant | null
  askedAt: Generated<Instant>
}
interface PaymentResolutionTable {
  id: GeneratedAlways<string>
  kind: 'assign' | 'payBack' | 'byHand' | 'writeOff'
  suspenseId: string | null
  refundId: string | null
  orderId: string | null
  targetOrderId: string | null
  channelId: string | null
  amountFen: string
  reason: string
  reference: Generated<string>
  voucherFileId: string | null
  status: Generated<'pending' | 'approved' | 'rejected'>
  requestKey: Generated<string>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  transferId: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface PaymentSuspenseTable {
  id: GeneratedAlways<string>
  provider: string
  tradeNo: string
  collectionId: string
  orderId: string | null
  channelId: string | null
  orderNo: string
  kind: 'extra' | 'late' | 'amount' | 'order'
  amountFen: string
  status: Generated<'open' | 'backing' | 'assigned' | 'paidBack' | 'writtenOff'>
  refundId: string | null
  toldAt: Instant | null
  paidAt: Instant
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  version: Generated<number>
}
interface PersonFillTable {
  name: string
  walkedTo: string
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
interface PlanSnapshotTable {
  id: Generated<string>
  flow: 'full' | 'half' | 'uv' | 'city'
  hash: Buffer
  planIds: string[]
  plans: Json
  usedAt: Generated<Instant>
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
interface PoolAssignmentTable {
  orderId: string
  linkId: string
  at: Generated<Instant>
  endedAt: Instant | null
}
interface PoolBatchTable {
  id: GeneratedAlways<string>
  importId: string
  fileName: string
  idle: Generated<number>
  assigned: Generated<number>
  used: Generated<number>
  expired: Generated<number>
  void: Generated<number>
  createdBy: string | null
  createdAt: Generated<Instant>
}
interface PoolLinkTable {
  id: GeneratedAlways<string>
  url: string
  productId: string
  collectionId: string | null
  amountFen: number
  expiresAt: Instant | null
  actsAt: Instant | null
  batchId: string
  status: Generated<'idle' | 'assigned' | 'used' | 'expired' | 'void'>
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface PoolLinkCountTable {
  id: GeneratedAlways<string>
  batchId: string
  productId: string
  status: string
  step: number
}
interface PreviousSecretTable {
  id: GeneratedAlways<string>
  orgId: string | null
  collectionId: string | null
  name: string
  valueSealed: Buffer
  endsAt: Instant
  lastUsedAt: Instant | null
  createdBy: string | null
  createdAt: Generated<Instant>
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
  poolIdle: number | null
  poolLowAt: Instant | null
  soldSum: Generated<number>
}
interface ProductSaleTable {
  productId: string
  taken: Generated<number>
}
interface ProductUserTable {
  productId: string
  userId: string
  taken: Generated<number>
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
  userId: string | null
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
  sources: Generated<string[]>
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
interface RechargeTable {
  id: GeneratedAlways<string>
  orgId: string
  way: 'bank' | 'online' | 'gift' | 'refund'
  amountFen: string
  voucherFileId: string | null
  reason: Generated<string>
  status: Generated<'pending' | 'approved' | 'rejected'>
  requestKey: Generated<string>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  transferId: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface ReconcileTable {
  id: GeneratedAlways<string>
  kind: 'bill' | 'orgList' | 'within'
  orgId: string | null
  collectionId: string | null
  day: string
  toDay: string
  fileId: string | null
  fileName: string | null
  sha256: Buffer | null
  status: Generated<'queued' | 'done' | 'failed'>
  problem: string | null
  problemValues: Generated<Json>
  lines: Generated<number>
  matched: Generated<number>
  wrong: Generated<number>
  wrongRows: Generated<Json>
  missingHere: Generated<number>
  missingThere: Generated<number>
  amountDiffers: Generated<number>
  statusDiffers: Generated<number>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  endedAt: Instant | null
}
interface ReconcileCheckTable {
  id: GeneratedAlways<string>
  kind: 'bill' | 'orgList'
  orgId: string | null
  collectionId: string | null
  day: string
  toDay: string
  fileId: string | null
  status: Generated<'queued' | 'done' | 'failed'>
  problem: string | null
  problemValues: Generated<Json>
  lines: Generated<number>
  matched: Generated<number>
  wrong: Generated<number>
  wrongRows: Generated<Json>
  missingHere: Generated<number>
  missingThere: Generated<number>
  amountDiffers: Generated<number>
  statusDiffers: Generated<number>
  added: Generated<number>
  createdBy: string
  createdAt: Generated<Instant>
}
interface RecoveryCodeTable {
  adminId: string
  codeHash: Buffer
  usedAt: Instant | null
}
interface ReportAlertTable {
  id: GeneratedAlways<string>
  ownerId: string
  report: string
  name: string
  figure: string
  filter: Generated<Json>
  condition: 'above' | 'below' | 'up' | 'down'
  bound: string
  every: 'hour' | 'day'
  recipients: Generated<string[]>
  isOn: Generated<boolean>
  judgedUntil: Instant
  metDay: string | null
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface ReportAlertCheckTable {
  alertId: string
  until: Instant
  day: string
  value: number | null
  base: number | null
  isMet: boolean
  told: number | null
  checkedAt: Generated<Instant>
}
interface ReportDeliveryTable {
  runId: string
  adminId: string
  taskId: string | null
}
interface ReportRunTable {
  id: GeneratedAlways<string>
  scheduleId: string
  dueAt: Instant | null
  askedBy: string | null
  status: Generated<'queued' | 'ready' | 'failed'>
  failure: string | null
  jobId: string | null
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  finishedAt: Instant | null
}
interface ReportScheduleTable {
  id: GeneratedAlways<string>
  ownerId: string
  report: string
  name: string
  asked: Json
  filter: Generated<Json>
  columns: string[]
  format: 'csv' | 'xlsx'
  language: 'zh-CN' | 'en-US'
  rhythm: 'day' | 'week' | 'month'
  weekday: number | null
  monthDay: number | null
  hour: number
  recipients: string[]
  isOn: Generated<boolean>
  nextAt: Instant
  timeZone: string
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
  byMail: Generated<boolean>
}
interface ResealedColumnTable {
  dataKeyId: string
  name: string
  after: Json | null
  seen: Generated<string>
  resealed: Generated<string>
  unreadable: Generated<string>
  inPass: Generated<string>
  doneAt: Instant | null
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
interface RollUpTable {
  way: 'day' | 'came'
  grain: 'all' | 'channel' | 'org' | 'product' | 'city' | 'full'
  day: string
  late: Generated<boolean>
  flow: Generated<string>
  channelId: Generated<string>
  orgId: Generated<string>
  planId: Generated<string>
  productId: Generated<string>
  cityCode: Generated<number>
  visits: Generated<string>
  uv: Generated<string>
  registrations: Generated<string>
  profiles: Generated<string>
  matches: Generated<string>
  pushes: Generated<string>
  accepted: Generated<string>
  rejected: Generated<string>
  duplicates: Generated<string>
  failed: Generated<string>
  returns: Generated<string>
  logins: Generated<string>
  orders: Generated<string>
  paidOrders: Generated<string>
  refunds: Generated<string>
  errors: Generated<string>
  chargedFen: Generated<string>
  chargedBackFen: Generated<string>
  costFen: Generated<string>
  costBackFen: Generated<string>
  paidFen: Generated<string>
  refundedFen: Generated<string>
  feeFen: Generated<string>
  activeUsers: Generated<string>
  matchedUsers: Generated<string>
  importedUsers: Generated<string>
}
interface RollUpHourTable {
  grain: string
  flow: Generated<string>
  channelId: Generated<string>
  orgId: Generated<string>
  planId: Generated<string>
  productId: Generated<string>
  cityCode: Generated<number>
  visits: Generated<string>
  uv: Generated<string>
  registrations: Generated<string>
  profiles: Generated<string>
  matches: Generated<string>
  pushes: Generated<string>
  accepted: Generated<string>
  rejected: Generated<string>
  duplicates: Generated<string>
  failed: Generated<string>
  returns: Generated<string>
  logins: Generated<string>
  orders: Generated<string>
  paidOrders: Generated<string>
  refunds: Generated<string>
  errors: Generated<string>
  chargedFen: Generated<string>
  chargedBackFen: Generated<string>
  costFen: Generated<string>
  costBackFen: Generated<string>
  paidFen: Generated<string>
  refundedFen: Generated<string>
  feeFen: Generated<string>
  hour: Instant
  activeUsers: Generated<string>
  matchedUsers: Generated<string>
  importedUsers: Generated<string>
}
interface SalesTeamTable {
  id: GeneratedAlways<string>
  name: string
  headId: string | null
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface SalesmanTable {
  id: GeneratedAlways<string>
  adminId: string
  name: string
  phone: Generated<string>
  teamId: string | null
  status: Generated<'onDuty' | 'onLeave' | 'left'>
  deputyId: string | null
  leaveFrom: Instant | null
  dailyQuota: number | null
  capacity: Generated<number>
  weight: Generated<number>
  cityCodes: Generated<string[]>
  sources: Generated<string[]>
  windows: Generated<Json>
  held: Generated<number>
  takenOn: string | null
  taken: Generated<number>
  remark: Generated<string>
  createdBy: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface SalesmanLeaveTable {
  id: GeneratedAlways<string>
  salesmanId: string
  deputyId: string | null
  firstOn: string
  lastOn: string | null
  reason: Generated<string>
  beganAt: Instant | null
  endedAt: Instant | null
  createdBy: string | null
  createdAt: Generated<Instant>
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
interface SchemaStepTable {
  name: string
  needsCode: number | null
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
  wroteLsn: string | null
  way: Generated<'password' | 'sso'>
  providerSession: Buffer | null
  hasProviderFactor: Generated<boolean>
  confirmedAt: Instant | null
}
interface SettingTable {
  key: string
  value: Json | null
  updatedBy: string | null
  updatedAt: Generated<Instant>
  version: Generated<number>
}
interface SettlementTable {
  id: GeneratedAlways<string>
  channelId: string
  fromDay: string
  toDay: string
  afterNumber: string
  firstNumber: string
  uptoNumber: string
  amountFen: string
  baseFen: string
  results: string
  deducted: string
  late: string
  lateFen: string
  status: Generated<'draft' | 'confirmed' | 'paid' | 'cancelled'>
  createdBy: string
  reviewedBy: string | null
  reviewedAt: Instant | null
  note: Generated<string>
  paidBy: string | null
  paidAt: Instant | null
  voucherFileId: string | null
  updatedBy: string | null
  version: Generated<number>
  createdAt: Generated<Instant>
  updatedAt: Generated<Instant>
}
interface SettlementLineTable {
  settlementId: string
  businessDay: string
  kind: string
  isLate: boolean
  results: string
  deducted: string
  baseFen: string
  costFen: string
}
interface SignInChallengeTable {
  tokenHash: Buffer
  adminId: string
  expiresAt: Instant
  way: Generated<'password' | 'sso'>
  providerSession: Buffer | null
}
interface SsoTable {
  id: Generated<number>
  isOn: Generated<boolean>
  name: string
  issuer: string
  clientId: string
  clientSecretSealed: Buffer | null
  scopes: Generated<string>
  claim: 'sub' | 'email' | 'phone'
  creates: Generated<boolean>
  groupsClaim: Generated<string>
  factor: Generated<'provider' | 'own'>
  signsOut: Generated<boolean>
  passwordsOff: Generated<boolean>
  breakGlassId: string | null
  updatedBy: string | null
  version: Generated<number>
  updatedAt: Generated<Instant>
}
interface SsoFlowTable {
  tokenHash: Buffer
  sessionId: string | null
  expiresAt: Instant
}
interface SsoLogoutTable {
  jtiHash: Buffer
  at: Generated<Instant>
}
interface SsoRoleTable {
  groupValue: string
  roleId: string
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
interface StatisticsStateTable {
  isOnly: Generated<boolean>
  upTo: Instant
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
  kind:
    | 'recharge'
    | 'payout'
    | 'charge'
    | 'refund'
    | 'adjust'
    | 'cost'
    | 'settlement'
    | 'reversal'
    | 'refundByHand'
    | 'suspenseByHand'
    | 'suspenseAssigned'
    | 'suspenseWrittenOff'
    | 'payment'
    | 'paymentFee'
    | 'paymentRefund'
    | 'suspense'
    | 'suspenseBack'
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
  source: Generated<'channel' | 'import'>
}
interface UserClickTable {
  userId: string
  clickSealed: Buffer
  createdAt: Generated<Instant>
}
interface UserConsentTable {
  userId: string
  importId: string
  text: string
  givenAt: Instant
  importedAt: Generated<Instant | null>
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
interface VisitClickTable {
  channelId: string
  visitorId: string
  at: Generated<Instant>
  clickSealed: Buffer
}
interface VisitTextTable {
  id: GeneratedAlways<number>
  value: string
  seenOn: Generated<string>
}
interface VisitorDeltaTable {
  day: string
  hour: Instant
  visitor: string
  channelId: string
  productId: string
  cityCode: number
  flow: string
}
interface WakeUpTable {
  isOnly: Generated<boolean>
  at: Generated<Instant>
}
interface WhyNotPositionTable {
  one: Generated<boolean>
  runId: string
}
export interface Schema {
  accessToken: AccessTokenTable
  account: AccountTable
  accountDay: AccountDayTable
  accountDelta: AccountDeltaTable
  accountSetup: AccountSetupTable
  activeUser: ActiveUserTable
  adjustment: AdjustmentTable
  admin: AdminTable
  adminAnswer: AdminAnswerTable
  adminIdentity: AdminIdentityTable
  adminRole: AdminRoleTable
  apiKey: ApiKeyTable
  apiSecret: ApiSecretTable
  archiveDay: ArchiveDayTable
  archivePart: ArchivePartTable
  auditLog: AuditLogTable
  backupRun: BackupRunTable
  batch: BatchTable
  batchPiece: BatchPieceTable
  batchRefusal: BatchRefusalTable
  billLine: BillLineTable
  blacklist: BlacklistTable
  businessClock: BusinessClockTable
  callThrottle: CallThrottleTable
  capLimit: CapLimitTable
  capUse: CapUseTable
  changeRequest: ChangeRequestTable
  channel: ChannelTable
  channelFlow: ChannelFlowTable
  channelResult: ChannelResultTable
  channelResultEnd: ChannelResultEndTable
  channelResultNew: ChannelResultNewTable
  checkKey: CheckKeyTable
  choiceChange: ChoiceChangeTable
  choiceWord: ChoiceWordTable
  collection: CollectionTable
  collectionBreaker: CollectionBreakerTable
  collectionDay: CollectionDayTable
  consent: ConsentTable
  correction: CorrectionTable
  dataKey: DataKeyTable
  dayVisitor: DayVisitorTable
  delivery: DeliveryTable
  deliveryCount: DeliveryCountTable
  deliveryDue: DeliveryDueTable
  deliveryTarget: DeliveryTargetTable
  difference: DifferenceTable
  dueStep: DueStepTable
  errorChange: ErrorChangeTable
  errorDay: ErrorDayTable
  errorEvent: ErrorEventTable
  errorEventRelease: ErrorEventReleaseTable
  errorHour: ErrorHourTable
  errorPerson: ErrorPersonTable
  errorRelease: ErrorReleaseTable
  errorSample: ErrorSampleTable
  errorThrottle: ErrorThrottleTable
  exportTask: ExportTaskTable
  fact: FactTable
  factDelta: FactDeltaTable
  feedback: FeedbackTable
  feedbackCount: FeedbackCountTable
  feedbackFile: FeedbackFileTable
  file: FileTable
  fileTicket: FileTicketTable
  hold: HoldTable
  homeLayout: HomeLayoutTable
  hook: HookTable
  hookDay: HookDayTable
  importColumns: ImportColumnsTable
  importRow: ImportRowTable
  importTask: ImportTaskTable
  instance: InstanceTable
  jobRun: JobRunTable
  jobSchedule: JobScheduleTable
  keyHolder: KeyHolderTable
  knownPlace: KnownPlaceTable
  lead: LeadTable
  leadCandidate: LeadCandidateTable
  leadCredit: LeadCreditTable
  leadEvent: LeadEventTable
  leadFollowUp: LeadFollowUpTable
  leadHandOver: LeadHandOverTable
  leadMerge: LeadMergeTable
  leadPool: LeadPoolTable
  leadPoolUse: LeadPoolUseTable
  leadReveal: LeadRevealTable
  leadRevealUse: LeadRevealUseTable
  leadWait: LeadWaitTable
  ledgerCheck: LedgerCheckTable
  listGuess: ListGuessTable
  lockout: LockoutTable
  loginLog: LoginLogTable
  loginRepeat: LoginRepeatTable
  loginTicket: LoginTicketTable
  lookUp: LookUpTable
  lookUpAlarm: LookUpAlarmTable
  matchRun: MatchRunTable
  matchedUser: MatchedUserTable
  message: MessageTable
  notice: NoticeTable
  noticeFile: NoticeFileTable
  noticeMet: NoticeMetTable
  noticeTarget: NoticeTargetTable
  noticeTurn: NoticeTurnTable
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
  orgPause: OrgPauseTable
  orgSecret: OrgSecretTable
  orgTemplate: OrgTemplateTable
  partitionedTable: PartitionedTableTable
  passwordHistory: PasswordHistoryTable
  paymentAttempt: PaymentAttemptTable
  paymentCallback: PaymentCallbackTable
  paymentDue: PaymentDueTable
  paymentNotice: PaymentNoticeTable
  paymentNumber: PaymentNumberTable
  paymentOrder: PaymentOrderTable
  paymentRef: PaymentRefTable
  paymentRefund: PaymentRefundTable
  paymentResolution: PaymentResolutionTable
  paymentSuspense: PaymentSuspenseTable
  personFill: PersonFillTable
  plan: PlanTable
  planAnswer: PlanAnswerTable
  planExcludedChannel: PlanExcludedChannelTable
  planSimulation: PlanSimulationTable
  planSnapshot: PlanSnapshotTable
  planWhyNot: PlanWhyNotTable
  planWindow: PlanWindowTable
  poolAssignment: PoolAssignmentTable
  poolBatch: PoolBatchTable
  poolLink: PoolLinkTable
  poolLinkCount: PoolLinkCountTable
  previousSecret: PreviousSecretTable
  product: ProductTable
  productSale: ProductSaleTable
  productUser: ProductUserTable
  pushAttempt: PushAttemptTable
  pushDedupe: PushDedupeTable
  pushPlan: PushPlanTable
  pushRecord: PushRecordTable
  pushReturn: PushReturnTable
  pushTally: PushTallyTable
  pushTallyNew: PushTallyNewTable
  pushTarget: PushTargetTable
  pushTrouble: PushTroubleTable
  recharge: RechargeTable
  reconcile: ReconcileTable
  reconcileCheck: ReconcileCheckTable
  recoveryCode: RecoveryCodeTable
  reportAlert: ReportAlertTable
  reportAlertCheck: ReportAlertCheckTable
  reportDelivery: ReportDeliveryTable
  reportRun: ReportRunTable
  reportSchedule: ReportScheduleTable
  resealedColumn: ResealedColumnTable
  role: RoleTable
  roleNode: RoleNodeTable
  rollUp: RollUpTable
  rollUpHour: RollUpHourTable
  salesTeam: SalesTeamTable
  salesman: SalesmanTable
  salesmanLeave: SalesmanLeaveTable
  savedView: SavedViewTable
  schemaStep: SchemaStepTable
  secondFactor: SecondFactorTable
  serviceFact: ServiceFactTable
  session: SessionTable
  setting: SettingTable
  settlement: SettlementTable
  settlementLine: SettlementLineTable
  signInChallenge: SignInChallengeTable
  sso: SsoTable
  ssoFlow: SsoFlowTable
  ssoLogout: SsoLogoutTable
  ssoRole: SsoRoleTable
  statementLink: StatementLinkTable
  statisticsState: StatisticsStateTable
  stepTaken: StepTakenTable
  transfer: TransferTable
  transferRef: TransferRefTable
  uniqueVisitor: UniqueVisitorTable
  user: UserTable
  userClick: UserClickTable
  userConsent: UserConsentTable
  userMove: UserMoveTable
  visit: VisitTable
  visitClick: VisitClickTable
  visitText: VisitTextTable
  visitorDelta: VisitorDeltaTable
  wakeUp: WakeUpTable
  whyNotPosition: WhyNotPositionTable
}
