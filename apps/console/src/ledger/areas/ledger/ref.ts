import { pathOfPage } from '@kabao/contract/app/menu'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import type { WordsOf } from '#kit'

type Say = WordsOf<(typeof ledgerWords)['tree']>['t']
type Named = keyof (typeof ledgerWords)['tree']['ref']

/** What was booked, as a word; a kind that has none is shown as it is. */
export const refText = (t: Say, kind: string): string =>
  Object.hasOwn(ledgerWords.tree.ref, kind) ? t(`ref.${kind as Named}`) : kind

/** The page that shows what was booked, and the permission point that it needs. */
const places = {
  push: { page: 'PlanPushList', point: 'push:page', label: 'action.push' },
  recharge: { page: 'FinanceRecharge', point: 'recharge:page', label: 'action.recharge' },
  adjustment: {
    page: 'FinanceRecharge',
    tab: 'adjustments',
    point: 'adjustment:page',
    label: 'action.adjustment',
  },
  correction: {
    page: 'FinanceReconcile',
    tab: 'corrections',
    point: 'correction:page',
    label: 'action.correction',
  },
  order: { page: 'PayConfigOrderList', point: 'order:page', label: 'action.order' },
  settlement: { page: 'FinanceSettlement', point: 'settlement:page', label: 'action.settlement' },
  suspense: { page: 'PayConfigSuspenseList', point: 'suspense:page', label: 'action.suspense' },
  transfer: { page: 'FinanceLedger', point: 'ledger:page', label: 'action.entry' },
} as const

/** The address of what was booked; undefined if no page shows it. */
export function placeOf({ refKind, refId }: { refKind: string; refId: string }) {
  const place = places[refKind as keyof typeof places]
  const path = place && pathOfPage(place.page)
  if (!path || !/^\d+$/.test(refId)) return undefined
  const tab = 'tab' in place ? `tab=${place.tab}&` : ''
  return { point: place.point, label: place.label, to: `${path}?${tab}open=${refId}` }
}
