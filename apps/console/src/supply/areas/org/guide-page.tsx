import { GuidePage } from '#partners/guide/guide-page.tsx'
import { PartnerPage } from '#partners/requests/partner-page.tsx'
import { plainList, uvList } from './lists.ts'

/** The integration guide of an organization. */
const OrgGuidePage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <GuidePage key={id} calls={of.calls} id={id} breadcrumb={['menu.org', of.title, 'menu.guide']} />
    )}
  </PartnerPage>
)
export default OrgGuidePage
