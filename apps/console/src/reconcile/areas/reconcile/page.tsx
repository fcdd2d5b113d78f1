import { correction } from '@kabao/contract/reconcile/correction'
import { correctionWords } from '@kabao/contract/reconcile/correction.words'
import { difference } from '@kabao/contract/reconcile/difference'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { lazy } from 'react'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

const lists: readonly ListOfPage[] = [
  {
    name: 'runs',
    title: reconcileWords.tree.title,
    use: reconcile.page,
    List: lazy(() => import('./runs.tsx')),
  },
  {
    name: 'differences',
    title: differenceWords.tree.title,
    use: difference.page,
    List: lazy(() => import('./differences.tsx')),
  },
  {
    name: 'corrections',
    title: correctionWords.tree.title,
    use: correction.page,
    List: lazy(() => import('./corrections.tsx')),
  },
]

/** The comparisons, the differences and their corrections. */
export default function ReconcilePage() {
  return <ListChoice page="menu.finance.reconcile" lists={lists} />
}
