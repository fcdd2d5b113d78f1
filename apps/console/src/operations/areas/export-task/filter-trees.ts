import { leadWords } from '@kabao/contract/crm/lead.words'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import type { ExportResource } from '@kabao/contract/kernel/export-body'
import type { WordTree } from '@kabao/contract/kernel/language'
import { type ReportName, reportNames } from '@kabao/contract/kernel/report-names'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { orgWords } from '@kabao/contract/supply/org.words'
import { planWords } from '@kabao/contract/supply/plan.words'
import { productWords } from '@kabao/contract/supply/product.words'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { userWords } from '@kabao/contract/users/user.words'

const ofSettlements = { ...settlementWords.tree, channelId: settlementWords.tree.field.channelName }
const ofReports = Object.fromEntries<WordTree>(reportNames.map((name) => [name, reportWords.tree])) as Record<
  ReportName,
  WordTree
>
/** The words of each list that can be exported: what its filters are called. */
export const filterTrees: Record<ExportResource, WordTree> = {
  user: userWords.tree,
  push: { ...pushWords.tree, flow: userWords.tree.flow },
  pushReturn: pushReturnWords.tree,
  pushTrouble: pushTroubleWords.tree,
  blacklist: blacklistWords.tree,
  feedback: feedbackWords.tree,
  errorEvent: errorEventWords.tree,
  audit: auditWords.tree,
  channel: channelWords.tree,
  channelUv: channelWords.tree,
  org: orgWords.tree,
  orgUv: orgWords.tree,
  plan: planWords.tree,
  planUv: planWords.tree,
  pushPlan: pushPlanWords.tree,
  lead: leadWords.tree,
  poolLink: poolLinkWords.tree,
  difference: { ...differenceWords.tree, kind: reconcileWords.tree.kind },
  product: productWords.tree,
  productUv: productWords.tree,
  settlement: ofSettlements,
  settlementResult: ofSettlements,
  collection: collectionWords.tree,
  salesman: salesmanWords.tree,
  order: paymentOrderWords.tree,
  suspense: suspenseWords.tree,
  resolution: resolutionWords.tree,
  recharge: rechargeWords.tree,
  adjustment: adjustmentWords.tree,
  ledger: {
    ...ledgerWords.tree,
    accountKind: ledgerWords.tree.account,
    field: {
      ...ledgerWords.tree.field,
      org: ledgerWords.tree.field.orgName,
      channel: ledgerWords.tree.field.channelName,
    },
  },
  ...ofReports,
  statementOverview: statementWords.tree,
  statement: {
    ...statementWords.tree,
    field: { ...statementWords.tree.field, org: statementWords.tree.field.orgName },
  },
}
