import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushTrouble } from '@kabao/contract/engine/push-trouble'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import { lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

const lists: readonly ListOfPage[] = [
  {
    name: 'records',
    title: pushWords.tree.title,
    use: push.page,
    List: lazy(() => loadChunk(() => import('./areas/push/page.tsx'))),
  },
  {
    name: 'plans',
    title: pushPlanWords.tree.title,
    use: pushPlan.page,
    List: lazy(() => loadChunk(() => import('./areas/push-plan/page.tsx'))),
  },
  {
    name: 'returns',
    title: pushReturnWords.tree.title,
    use: pushReturn.page,
    List: lazy(() => loadChunk(() => import('./areas/push-return/page.tsx'))),
  },
  {
    name: 'troubles',
    title: pushTroubleWords.tree.title,
    use: pushTrouble.page,
    List: lazy(() => loadChunk(() => import('./areas/push-trouble/page.tsx'))),
  },
]

/** The push records, the push plans, the returns and the pushes to look at. */
export default function PushLists() {
  return <ListChoice page="menu.plan.pushList" lists={lists} />
}
