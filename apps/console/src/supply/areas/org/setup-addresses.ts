import { pathOfPage } from '@kabao/contract/app/menu'
import type { OrgList } from './lists.ts'

/** Where the connection of an organization is set up. */
export const connectionAddress = ({ name }: Pick<OrgList, 'name'>, id: string): string =>
  `${pathOfPage('OrgConnection')}?list=${name}&id=${id}`

/** Where a plan of an organization is added. */
export const newPlanAddress = ({ isJoint }: Pick<OrgList, 'isJoint'>, id: string): string =>
  `${pathOfPage('PlanEdit')}?${isJoint ? 'list=planUv&' : ''}org=${id}`
