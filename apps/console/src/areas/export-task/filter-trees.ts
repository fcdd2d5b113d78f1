import { adjustmentWords } from '@kabao/contract/adjustment.words'
import { auditWords } from '@kabao/contract/audit.words'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { channelWords } from '@kabao/contract/channel.words'
import { clueWords } from '@kabao/contract/clue.words'
import { collectionWords } from '@kabao/contract/collection.words'
import { differenceWords } from '@kabao/contract/difference.words'
import { errorEventWords } from '@kabao/contract/error-event.words'
import type { ExportResource } from '@kabao/contract/export-body'
import { feedbackWords } from '@kabao/contract/feedback.words'
import type { WordTree } from '@kabao/contract/language'
import { ledgerWords } from '@kabao/contract/ledger.words'
import { orgWords } from '@kabao/contract/org.words'
import { paymentOrderWords } from '@kabao/contract/payment-order.words'
import { planWords } from '@kabao/contract/plan.words'
import { poolLinkWords } from '@kabao/contract/pool-link.words'
import { productWords } from '@kabao/contract/product.words'
import { pushWords } from '@kabao/contract/push.words'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { pushTroubleWords } from '@kabao/contract/push-trouble.words'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import { type ReportName, reportNames } from '@kabao/contract/report/names'
import { reportWords } from '@kabao/contract/report/report.words'
import { resolutionWords } from '@kabao/contract/resolution.words'
import { salesmanWords } from '@kabao/contract/salesman.words'
import { settlementWords } from '@kabao/contract/settlement.words'
import { statementWords } from '@kabao/contract/statement.words'
import { suspenseWords } from '@kabao/contract/suspense.words'
import { userWords } from '@kabao/contract/user.words'

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
  clue: clueWords.tree,
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
