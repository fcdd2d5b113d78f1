import { pathOfPage } from '@kabao/contract/app/menu'
import type { OrgList } from './lists.ts'

/** Where a plan of an organization is added. */
export const newPlanAddress = ({ isJoint }: Pick<OrgList, 'isJoint'>, id: string): string =>
  `${pathOfPage('PlanEdit')}?${isJoint ? 'list=planUv&' : ''}org=${id}`
