import { cluePool } from '@kabao/contract/clue-pool'
import { cluePoolWords } from '@kabao/contract/clue-pool.words'
import { salesTeam } from '@kabao/contract/sales-team'
import { salesTeamWords } from '@kabao/contract/sales-team.words'
import { salesman } from '@kabao/contract/salesman'
import { salesmanWords } from '@kabao/contract/salesman.words'
import { lazy } from 'react'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'
import { loadChunk } from './chunk.ts'

const lists: readonly ListOfPage[] = [
  {
    name: 'salesmen',
    title: salesmanWords.tree.title,
    use: salesman.page,
    List: lazy(() => loadChunk(() => import('../../areas/salesman/page.tsx'))),
  },
  {
    name: 'teams',
    title: salesTeamWords.tree.title,
    use: salesTeam.page,
    List: lazy(() => loadChunk(() => import('../../areas/sales-team/page.tsx'))),
  },
  {
    name: 'pools',
    title: cluePoolWords.tree.title,
    use: cluePool.page,
    List: lazy(() => loadChunk(() => import('../../areas/clue-pool/page.tsx'))),
  },
]

/** The salesmen, their teams, and the pools in which leads wait. */
export default function CrmStaff() {
  return <ListChoice page="menu.crm.saleman" lists={lists} />
}
