import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { ApiKeyCalls } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import type { OpenRequestCalls } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import { PageTabs } from '#kit/page/page-tabs.tsx'
import { usePermission } from '#kit/session/permission.tsx'
import { translate, useWords } from '#kit/words/words.ts'
import { type PartnerPageName, partnerAddress } from './partner-address.ts'

interface PartnerTabsProps {
  kind: 'Channel' | 'Org'
  of: {
    name: string
    calls: ApiKeyCalls &
      OpenRequestCalls & { get: Pick<Endpoint, 'point'>; template?: Pick<Endpoint, 'point'> }
  }
  id: string
  shown: PartnerPageName
}

/** The pages about one partner, those that the reader may see. */
export function PartnerTabs({ kind, of, id, shown }: PartnerTabsProps) {
  const { t } = useWords(partnerRequestWords)
  const { t: word } = useWords(apiKeyWords)
  const mayRead = usePermission(of.calls.requests)
  // Only an organization is called by us.
  const mayConnect = usePermission(of.calls.template ?? 'none')
  const isChannel = kind === 'Channel'
  const mayReach = usePermission(isChannel ? 'postback:page' : 'webhook:page')
  const pages: readonly { name: PartnerPageName; title: string; isOpen: boolean }[] = [
    { name: 'Detail', title: t('overview'), isOpen: usePermission(of.calls.get) },
    ...(isChannel
      ? [{ name: 'Postback' as const, title: translate('menu.channel.postback'), isOpen: mayReach }]
      : [
          { name: 'Connection' as const, title: t('connection'), isOpen: mayConnect },
          { name: 'Webhook' as const, title: translate('menu.org.webhook'), isOpen: mayReach },
        ]),
    { name: 'Requests', title: t('title'), isOpen: mayRead },
    { name: 'Guide', title: word('guide.action'), isOpen: usePermission(of.calls.keys) },
    { name: 'Signing', title: t('signing.title'), isOpen: mayRead },
  ]
  const addressOf = partnerAddress(kind, of, id)
  const tabs = pages
    .filter(({ name, isOpen }) => isOpen || name === shown)
    .map(({ name, title }) => ({ title, to: addressOf(name), isShown: name === shown }))
  return <PageTabs label={t('pages')} tabs={tabs} expected={pages.map(({ title }) => title)} />
}
