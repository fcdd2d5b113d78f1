import { webhookWords } from '@kabao/contract/reach/webhook.words'
import { Page, useWords } from '#kit'
import { PartnerPage, PartnerTabs } from '#partners'
import { orgLists } from './lists.ts'
import Webhooks from './webhooks.tsx'

/** What the systems of an organization are told of. */
const WebhookPage = () => (
  <PartnerPage lists={orgLists}>{(of, id) => <OfOrg key={`${of.name} ${id}`} of={of} id={id} />}</PartnerPage>
)
export default WebhookPage

function OfOrg({ of, id }: { of: (typeof orgLists)[number]; id: string }) {
  const { t } = useWords(webhookWords)
  return (
    <Page breadcrumb={['menu.org', of.title, 'menu.org.webhook']} title={t('title')}>
      <PartnerTabs kind="Org" of={of} id={id} shown="Webhook" />
      <Webhooks orgId={id} />
    </Page>
  )
}
