import { PartnerPage, PartnerTabs, RequestsPage } from '#partners'
import { plainList, uvList } from './lists.ts'

/** What a channel sent to the open API. */
const ChannelRequestsPage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <RequestsPage
        key={id}
        calls={of.calls}
        caller="channel"
        id={id}
        tabs={<PartnerTabs kind="Channel" of={of} id={id} shown="Requests" />}
        breadcrumb={['menu.channel', of.title, 'menu.requests']}
      />
    )}
  </PartnerPage>
)
export default ChannelRequestsPage
