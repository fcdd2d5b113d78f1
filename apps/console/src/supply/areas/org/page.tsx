import { memo } from 'react'
import { plainList } from './lists.ts'
import { OrgPage } from './org-page.tsx'

/** The organizations of the full and the half flow. */
export default memo(function PlainOrgs() {
  return <OrgPage of={plainList} />
})
