import { resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { suspense } from '@kabao/contract/payment/suspense'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

const lists: readonly ListOfPage[] = [
  {
    name: 'payments',
    title: suspenseWords.tree.title,
    use: suspense.page,
    List: lazy(() => loadChunk(() => import('./areas/suspense/page.tsx'))),
  },
  {
    name: 'resolutions',
    title: resolutionWords.tree.title,
    use: resolution.page,
    List: lazy(() => loadChunk(() => import('./areas/resolution/page.tsx'))),
  },
]

/** The payments in suspense, and what persons decided about them. */
export default function SuspenseLists() {
  return <ListChoice page="menu.payConfig.suspenseList" lists={lists} />
}
