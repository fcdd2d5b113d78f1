import { PartnerPage, PartnerTabs, SigningPage } from '#partners'
import { plainList, uvList } from './lists.ts'

/** Compares the signature of an organization with ours. */
const OrgSigningPage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => (
      <SigningPage
        key={id}
        calls={of.calls}
        caller="org"
        id={id}
        tabs={<PartnerTabs kind="Org" of={of} id={id} shown="Signing" />}
        breadcrumb={['menu.org', of.title, 'menu.signing']}
      />
    )}
  </PartnerPage>
)
export default OrgSigningPage
