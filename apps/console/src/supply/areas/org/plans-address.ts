import { pathOfPage } from '@kabao/contract/app/menu'
import type { OrgList } from './lists.ts'

/** The address of the plans of an organization. */
export const plansAddress = ({ plans }: Pick<OrgList, 'plans'>, orgId: string): string =>
  `${pathOfPage(plans)}?orgId=${orgId}`
