import { accessToken } from './areas/access-token.ts'
import { account } from './areas/account.ts'
import { admin } from './areas/admin.ts'
import { audit } from './areas/audit.ts'
import { blacklist } from './areas/blacklist.ts'
import { channel, channelUv } from './areas/channel.ts'
import { checkKey } from './areas/check-key.ts'
import { collection } from './areas/collection.ts'
import { crmCenter } from './areas/crm-center.ts'
import { errorEvent } from './areas/error-event.ts'
import { feedback } from './areas/feedback.ts'
import { file } from './areas/file.ts'
import { home } from './areas/home.ts'
import { job } from './areas/job.ts'
import { lead } from './areas/lead.ts'
import { ledger } from './areas/ledger.ts'
import { loginLog } from './areas/login-log.ts'
import { message } from './areas/message.ts'
import { operation } from './areas/operation.ts'
import { order } from './areas/order.ts'
import { org, orgUv } from './areas/org.ts'
import { plan, planUv } from './areas/plan.ts'
import { poolLink } from './areas/pool-link.ts'
import { product, productUv } from './areas/product.ts'
import { push } from './areas/push.ts'
import { pushPlan } from './areas/push-plan.ts'
import { notice, postback, webhook } from './areas/reach.ts'
import { correction, difference, reconcile } from './areas/reconcile.ts'
import { reportSpecials } from './areas/report.ts'
import { reportAlert, reportSchedule } from './areas/report-watch.ts'
import { role } from './areas/role.ts'
import { leadPool, salesman, salesTeam } from './areas/salesman.ts'
import { savedView } from './areas/saved-view.ts'
import { secondFactor } from './areas/second-factor.ts'
import { session } from './areas/session.ts'
import { setting } from './areas/setting.ts'
import { settlement } from './areas/settlement.ts'
import { sso } from './areas/sso.ts'
import { statement } from './areas/statement.ts'
import { user } from './areas/user.ts'
import type { AnySpecial } from './special.ts'

/** The special handling of each area, by name; the endpoints of other areas are answered from their schemas alone. */
export const specials: Readonly<Record<string, AnySpecial>> = {
  accessToken,
  account,
  admin,
  audit,
  blacklist,
  feedback,
  file,
  job,
  operation,
  ledger,
  loginLog,
  message,
  channel,
  channelUv,
  checkKey,
  org,
  orgUv,
  plan,
  planUv,
  poolLink,
  product,
  productUv,
  postback,
  push,
  pushPlan,
  reconcile,
  difference,
  correction,
  reportAlert,
  reportSchedule,
  role,
  salesman,
  salesTeam,
  leadPool,
  lead,
  crmCenter,
  savedView,
  secondFactor,
  session,
  setting,
  sso,
  statement,
  user,
  notice,
  webhook,
  // Only the service writes files, and the demo's batches are done at once.
  exportTask: { count: 0, without: ['page'] },
  batch: { count: 0 },
  // The demo names no channels of returns, and refuses one return at a time.
  pushReturn: { count: 24, without: ['refuseMany'], filters: { channelId: () => true } },
  // The demo books nothing: its balances are those of its organizations, and it rejects one at a time.
  recharge: {
    count: 24,
    sums: ['amountFen'],
    without: ['rejectMany'],
    filters: {
      amountFrom: ({ amountFen }, value) => Number(amountFen) >= Number(value),
      amountTo: ({ amountFen }, value) => Number(amountFen) <= Number(value),
    },
  },
  adjustment: { count: 12, sums: ['amountFen'], without: ['rejectMany'] },
  pushTrouble: {
    count: 24,
    filters: { state: ({ closedAt }, value) => (value === 'open') === (closedAt === null) },
  },
  // The demo books nothing, and rejects one resolution at a time.
  suspense: { count: 12, sums: ['amountFen'] },
  resolution: { count: 12, sums: ['amountFen'], without: ['rejectMany'] },
  settlement,
  collection,
  order,
  home,
  errorEvent,
  ...reportSpecials,
}
