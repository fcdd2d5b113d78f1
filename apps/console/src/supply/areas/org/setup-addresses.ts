import { pathOfPage } from '@kabao/contract/app/menu'
import type { OrgList } from './lists.ts'
import { plansAddress } from './plans-address.ts'

/** Where the connection of an organization is set up; undefined: in the dialog. */
export const connectionAddress = ({ name }: Pick<OrgList, 'name'>, id: string): string | undefined =>
  addressIn('OrgConnection', `list=${name}&id=${id}`)

/** Where a plan of an organization is added. */
export const newPlanAddress = (of: Pick<OrgList, 'plans' | 'isJoint'>, id: string): string =>
  addressIn('PlanEdit', `${of.isJoint ? 'list=planUv&' : ''}org=${id}`) ?? plansAddress(of, id)

const addressIn = (page: string, query: string) => {
  const path = pathOfPage(page)
  return path && `${path}?${query}`
}
