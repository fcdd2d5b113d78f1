import { crmStaffWords } from '@kabao/contract/crm/crm-staff.words'
import { lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

/** Named by their points, so that the first visit of the console does not have to know the files of their contracts. */
const lists: readonly ListOfPage[] = [
  {
    name: 'salesmen',
    title: crmStaffWords.tree.salesmen,
    use: { point: 'salesman:page' },
    List: lazy(() => loadChunk(() => import('./areas/salesman/page.tsx'))),
  },
  {
    name: 'teams',
    title: crmStaffWords.tree.teams,
    use: { point: 'salesTeam:page' },
    List: lazy(() => loadChunk(() => import('./areas/sales-team/page.tsx'))),
  },
  {
    name: 'pools',
    title: crmStaffWords.tree.pools,
    use: { point: 'leadPool:page' },
    List: lazy(() => loadChunk(() => import('./areas/lead-pool/page.tsx'))),
  },
]

/** The salesmen, their teams, and the pools in which leads wait. */
export default function CrmStaff() {
  return <ListChoice page="menu.crm.saleman" lists={lists} />
}
