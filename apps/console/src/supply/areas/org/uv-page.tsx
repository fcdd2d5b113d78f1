import { memo } from 'react'
import { uvList } from './lists.ts'
import { OrgPage } from './org-page.tsx'

/** The organizations of the joint logins. */
export default memo(function UvOrgs() {
  return <OrgPage of={uvList} />
})
