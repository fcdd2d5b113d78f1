import { GuidePage, PartnerPage, PartnerTabs } from '#partners'
import { plainList, uvList } from './lists.ts'

/** The integration guide of a channel. */
const ChannelGuidePage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <GuidePage
        key={id}
        calls={of.calls}
        id={id}
        tabs={<PartnerTabs kind="Channel" of={of} id={id} shown="Guide" />}
        breadcrumb={['menu.channel', of.title, 'menu.guide']}
      />
    )}
  </PartnerPage>
)
export default ChannelGuidePage
