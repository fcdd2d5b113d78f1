import type { OrgDetail } from '@kabao/contract/supply/org'
import RecordHistory from '#kit/detail/record-history.tsx'
import type { OrgList } from './lists.ts'
import OrgFacts from './parts.tsx'

/** What the page of an organization shows below what a reader looks for first; it is loaded after that. */
export default function OrgRest({ of, org }: { of: OrgList; org: OrgDetail }) {
  return (
    <>
      <OrgFacts of={of} org={org} />
      <RecordHistory kind="org" id={org.id} />
    </>
  )
}
