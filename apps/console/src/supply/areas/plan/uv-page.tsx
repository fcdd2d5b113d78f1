import { memo } from 'react'
import { uvList } from './lists.ts'
import { PlanPage } from './plan-page.tsx'

/** The plans of the joint logins. */
export default memo(function UvPlans() {
  return <PlanPage of={uvList} />
})
