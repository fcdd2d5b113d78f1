import { PartnerPage, PartnerTabs, SigningPage } from '#partners'
import { plainList, uvList } from './lists.ts'

/** Compares the signature of a channel with ours. */
const ChannelSigningPage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <SigningPage
        key={id}
        calls={of.calls}
        caller="channel"
        id={id}
        tabs={<PartnerTabs kind="Channel" of={of} id={id} shown="Signing" />}
        breadcrumb={['menu.channel', of.title, 'menu.signing']}
      />
    )}
  </PartnerPage>
)
export default ChannelSigningPage
