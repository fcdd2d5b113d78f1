import { PartnerPage } from '#partners'
import { plainList, uvList } from './lists.ts'
import { Connection } from './template/connection.tsx'

/** How an organization is called. */
const OrgConnectionPage = () => (
  <PartnerPage lists={[plainList, uvList]}>
    {(of, id) => <Connection key={`${of.name} ${id}`} of={of} id={id} />}
  </PartnerPage>
)
export default OrgConnectionPage
