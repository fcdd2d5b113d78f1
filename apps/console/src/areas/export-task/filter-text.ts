import { adjustmentWords } from '@kabao/contract/adjustment.words'
import { auditWords } from '@kabao/contract/audit.words'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { channelWords } from '@kabao/contract/channel.words'
import { collectionWords } from '@kabao/contract/collection.words'
import { differenceWords } from '@kabao/contract/difference.words'
import { exportWords } from '@kabao/contract/export.words'
import type { ExportResource, ExportRow } from '@kabao/contract/export-body'
import { feedbackWords } from '@kabao/contract/feedback.words'
import { fill, inLanguage, isWords, type Language, type WordTree } from '@kabao/contract/language'
import { ledgerWords } from '@kabao/contract/ledger.words'
import { orgWords } from '@kabao/contract/org.words'
import { paymentOrderWords } from '@kabao/contract/payment-order.words'
import { planWords } from '@kabao/contract/plan.words'
import { poolLinkWords } from '@kabao/contract/pool-link.words'
import { productWords } from '@kabao/contract/product.words'
import { pushWords } from '@kabao/contract/push.words'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import { settlementWords } from '@kabao/contract/settlement.words'
import { statementWords } from '@kabao/contract/statement.words'
import { userWords } from '@kabao/contract/user.words'
import { useMemo } from 'react'
import { formatFen, formatInstant, useWords } from '#kit'

const ofSettlements = { ...settlementWords.tree, channelId: settlementWords.tree.field.channelName }
const trees: Record<ExportResource, WordTree> = {
  user: userWords.tree,
  push: { ...pushWords.tree, flow: userWords.tree.flow },
  blacklist: blacklistWords.tree,
  feedback: feedbackWords.tree,
  audit: auditWords.tree,
  channel: channelWords.tree,
  channelUv: channelWords.tree,
  org: orgWords.tree,
  orgUv: orgWords.tree,
  plan: planWords.tree,
  planUv: planWords.tree,
  pushPlan: pushPlanWords.tree,
  poolLink: poolLinkWords.tree,
  difference: { ...differenceWords.tree, kind: reconcileWords.tree.kind },
  product: productWords.tree,
  productUv: productWords.tree,
  settlement: ofSettlements,
  settlementResult: ofSettlements,
  collection: collectionWords.tree,
  order: paymentOrderWords.tree,
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
  statement: {
    ...statementWords.tree,
    field: { ...statementWords.tree.field, org: statementWords.tree.field.orgName },
  },
}

/** The field of a filter whose name differs from the field's. */
const fields: Readonly<Record<string, string>> = {
  cityCode: 'city',
  channelId: 'channel',
  orgId: 'org',
  planId: 'plan',
}
/** Parameters that are no filters. */
const others = new Set(['sort', 'columns'])

/** The filter of an export as text: `状态：已推送；注册时间：2026-03-01 00:00:00 起`. */
export function useFilterText(): (row: Pick<ExportRow, 'resource' | 'filter'>) => string {
  const { language } = useWords(exportWords)
  return useMemo(
    () =>
      ({ resource, filter }) => {
        const parts = Object.entries(filter).flatMap(([name, value]) =>
          others.has(name) || value === null || value === undefined
            ? []
            : [partOf(trees[resource], name, value, language)],
        )
        return parts.length > 0
          ? parts.join(language === 'zh-CN' ? '；' : '; ')
          : inLanguage(exportWords.tree.everything, language)
      },
    [language],
  )
}

function partOf(tree: WordTree, name: string, value: unknown, language: Language): string {
  // An amount, in fen; a filter by another number would need a case of its own.
  if (typeof value === 'number')
    return said(labelOf(tree, name, language), formatFen(value, language), language)
  const [, start, end] = /^(.*?)(From|To|from|to)$/.exec(name) ?? []
  if (end === undefined) {
    const text = textAt(tree, [name, String(value)], language) ?? String(value)
    return said(labelOf(tree, name, language), text, language)
  }
  const time = formatInstant(String(value), language)
  const words = /from/i.test(end) ? exportWords.tree.from : exportWords.tree.to
  return said(labelOf(tree, `${start}At`, language), fill(inLanguage(words, language), { time }), language)
}

const labelOf = (tree: WordTree, name: string, language: Language): string =>
  textAt(tree, ['field', fields[name] ?? (name === 'At' ? 'at' : name)], language) ??
  textAt(tree, [name], language) ??
  name

const said = (label: string, value: string, language: Language) =>
  language === 'zh-CN' ? `${label}：${value}` : `${label}: ${value}`

function textAt(tree: WordTree, path: readonly string[], language: Language): string | undefined {
  let node: WordTree[string] | undefined = tree
  for (const key of path) node = node && !isWords(node) ? node[key] : undefined
  return node && isWords(node) ? inLanguage(node, language) : undefined
}
