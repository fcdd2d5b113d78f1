import { account } from './account.ts'
import { adjustment } from './adjustment.ts'
import { admin } from './admin.ts'
import { audit } from './audit.ts'
import { batch } from './batch.ts'
import { blacklist } from './blacklist.ts'
import { blacklistImport } from './blacklist-import.ts'
import { channel, channelUv } from './channel.ts'
import { channelImport, channelUvImport } from './channel-import.ts'
import { checkKey } from './check-key.ts'
import { clue } from './clue.ts'
import { clueImport } from './clue-import.ts'
import { cluePool } from './clue-pool.ts'
import { collection } from './collection.ts'
import { correction } from './correction.ts'
import { crmCenter } from './crm-center.ts'
import { difference } from './difference.ts'
import { errorEvent } from './error-event.ts'
import { exportTask } from './export-task.ts'
import { feedback } from './feedback.ts'
import { file } from './file.ts'
import { home } from './home.ts'
import { job } from './job.ts'
import type { Endpoint } from './kernel.ts'
import { ledger } from './ledger.ts'
import { loginLog } from './login-log.ts'
import { message } from './message.ts'
import { operation } from './operation.ts'
import { org, orgUv } from './org.ts'
import { order } from './payment-order.ts'
import { plan, planUv } from './plan.ts'
import { poolLink } from './pool-link.ts'
import { poolLinkImport } from './pool-link-import.ts'
import { product, productUv } from './product.ts'
import { productImport, productUvImport } from './product-import.ts'
import { push } from './push.ts'
import { pushPlan } from './push-plan.ts'
import { pushReturn } from './push-return.ts'
import { pushReturnImport } from './push-return-import.ts'
import { pushTrouble } from './push-trouble.ts'
import { recharge } from './recharge.ts'
import { reconcile } from './reconcile.ts'
import { reportAreas } from './report/reports.ts'
import { reportAlert } from './report-alert.ts'
import { reportSchedule } from './report-schedule.ts'
import { resolution } from './resolution.ts'
import { role } from './role.ts'
import { salesTeam } from './sales-team.ts'
import { salesman } from './salesman.ts'
import { savedView } from './saved-view.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { setting } from './setting.ts'
import { settlement } from './settlement.ts'
import { statement } from './statement.ts'
import { suspense } from './suspense.ts'
import { userTimeline } from './timeline.ts'
import { user } from './user.ts'

/** Every area of the service: its endpoints must be handled by the server, and are in the API document. */
export const areas = {
  session,
  account,
  secondFactor,
  user,
  userTimeline,
  push,
  channel,
  channelUv,
  channelImport,
  channelUvImport,
  checkKey,
  org,
  orgUv,
  plan,
  planUv,
  pushPlan,
  pushReturn,
  pushReturnImport,
  pushTrouble,
  poolLink,
  poolLinkImport,
  reconcile,
  difference,
  correction,
  recharge,
  adjustment,
  ledger,
  statement,
  product,
  productUv,
  productImport,
  productUvImport,
  settlement,
  collection,
  order,
  suspense,
  resolution,
  salesman,
  salesTeam,
  cluePool,
  feedback,
  clue,
  clueImport,
  crmCenter,
  blacklist,
  blacklistImport,
  message,
  file,
  exportTask,
  errorEvent,
  admin,
  role,
  setting,
  loginLog,
  audit,
  job,
  operation,
  savedView,
  batch,
  home,
  ...reportAreas,
  reportAlert,
  reportSchedule,
} as const

export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap(
  (area) => Object.values(area) as Endpoint[],
)

/** The permission points of an area, each once, in the order of its endpoints. */
export const pointsOf = (area: string): string[] => [
  ...new Set(
    endpoints.flatMap((endpoint) => (endpoint.area === area && endpoint.point ? [endpoint.point] : [])),
  ),
]

/** The permission points of which any lets its holder read something of an area. */
export const readPointsOf = (area: string): readonly string[] => readPoints.get(area) ?? []
const readPoints = new Map<string, string[]>()
for (const { area, kind, point } of endpoints)
  if (kind === 'read' && point !== null) readPoints.set(area, [...(readPoints.get(area) ?? []), point])

/** Every permission point of the service. */
export const allPoints = (): string[] => [...new Set(endpoints.flatMap((endpoint) => endpoint.point ?? []))]
