import { memo } from 'react'
import { plainList } from './lists.ts'
import { PlanPage } from './plan-page.tsx'

/** The plans of the full and the half flow. */
export default memo(function PlainPlans() {
  return <PlanPage of={plainList} />
})
