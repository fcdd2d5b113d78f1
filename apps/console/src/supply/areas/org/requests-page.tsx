import { PartnerPage, PartnerTabs, RequestsPage } from '#partners'
import { plainList, uvList } from './lists.ts'

/** What an organization sent to the open API. */
const OrgRequestsPage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <RequestsPage
        key={id}
        calls={of.calls}
        caller="org"
        id={id}
        tabs={<PartnerTabs kind="Org" of={of} id={id} shown="Requests" />}
        breadcrumb={['menu.org', of.title, 'menu.requests']}
      />
    )}
  </PartnerPage>
)
export default OrgRequestsPage
