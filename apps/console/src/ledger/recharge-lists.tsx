import { adjustment } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { recharge } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

const lists: readonly ListOfPage[] = [
  {
    name: 'recharges',
    title: rechargeWords.tree.title,
    use: recharge.page,
    List: lazy(() => loadChunk(() => import('./areas/recharge/page.tsx'))),
  },
  {
    name: 'adjustments',
    title: adjustmentWords.tree.title,
    use: adjustment.page,
    List: lazy(() => loadChunk(() => import('./areas/adjustment/page.tsx'))),
  },
]

/** The recharges and the adjustments. */
export default function RechargeLists() {
  return <ListChoice page="menu.finance.recharge" lists={lists} />
}
