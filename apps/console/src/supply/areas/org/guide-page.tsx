import { GuidePage, PartnerPage, PartnerTabs } from '#partners'
import { plainList, uvList } from './lists.ts'

/** The integration guide of an organization. */
const OrgGuidePage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <GuidePage
        key={id}
        calls={of.calls}
        id={id}
        tabs={<PartnerTabs kind="Org" of={of} id={id} shown="Guide" />}
        breadcrumb={['menu.org', of.title, 'menu.guide']}
      />
    )}
  </PartnerPage>
)
export default OrgGuidePage
