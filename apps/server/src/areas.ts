import type { Area } from './area.ts'
import account from './areas/account/index.ts'
import adjustment from './areas/adjustment/index.ts'
import admin from './areas/admin/index.ts'
import audit from './areas/audit/index.ts'
import batch from './areas/batch/index.ts'
import blacklist from './areas/blacklist/index.ts'
import channel from './areas/channel/index.ts'
import checkKey from './areas/check-key/index.ts'
import clue from './areas/clue/index.ts'
import cluePool from './areas/clue-pool/index.ts'
import collection from './areas/collection/index.ts'
import crmCenter from './areas/crm-center/index.ts'
import errorEvent from './areas/error-event/index.ts'
import exportTask from './areas/export-task/index.ts'
import feedback from './areas/feedback/index.ts'
import file from './areas/file/index.ts'
import home from './areas/home/index.ts'
import job from './areas/job/index.ts'
import ledger from './areas/ledger/index.ts'
import loginLog from './areas/login-log/index.ts'
import message from './areas/message/index.ts'
import operation from './areas/operation/index.ts'
import order from './areas/order/index.ts'
import org from './areas/org/index.ts'
import plan from './areas/plan/index.ts'
import poolLink from './areas/pool-link/index.ts'
import product from './areas/product/index.ts'
import push from './areas/push/index.ts'
import pushPlan from './areas/push-plan/index.ts'
import pushReturn from './areas/push-return/index.ts'
import pushTrouble from './areas/push-trouble/index.ts'
import recharge from './areas/recharge/index.ts'
import reconcile from './areas/reconcile/index.ts'
import report from './areas/report/index.ts'
import reportAlert from './areas/report-alert/index.ts'
import reportSchedule from './areas/report-schedule/index.ts'
import resolution from './areas/resolution/index.ts'
import role from './areas/role/index.ts'
import salesTeam from './areas/sales-team/index.ts'
import salesman from './areas/salesman/index.ts'
import savedView from './areas/saved-view/index.ts'
import secondFactor from './areas/second-factor/index.ts'
import session from './areas/session/index.ts'
import setting from './areas/setting/index.ts'
import settlement from './areas/settlement/index.ts'
import statement from './areas/statement/index.ts'
import suspense from './areas/suspense/index.ts'
import user from './areas/user/index.ts'

/** Every area of the service; one line for each, in any order. */
export const areas: readonly Area[] = [
  account,
  admin,
  audit,
  batch,
  blacklist,
  errorEvent,
  operation,
  exportTask,
  feedback,
  clue,
  crmCenter,
  file,
  home,
  job,
  ledger,
  loginLog,
  message,
  channel,
  checkKey,
  collection,
  cluePool,
  order,
  suspense,
  resolution,
  org,
  plan,
  poolLink,
  product,
  push,
  pushPlan,
  pushReturn,
  pushTrouble,
  reconcile,
  recharge,
  adjustment,
  report,
  reportAlert,
  reportSchedule,
  role,
  salesman,
  salesTeam,
  savedView,
  secondFactor,
  session,
  setting,
  settlement,
  statement,
  user,
]
