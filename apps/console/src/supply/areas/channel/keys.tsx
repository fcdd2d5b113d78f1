import type { ChannelRow } from '@kabao/contract/supply/channel'
import { lazy, Suspense } from 'react'
import { Can, Skeleton } from '#kit'
import { CheckKeyButton, partnerAddress } from '#partners'
import type { ChannelList } from './lists.ts'

const ApiKeys = lazy(() => import('#partners/api-key/api-keys.tsx'))

/** The API keys of a channel. */
export const Keys = ({ of, channel: { id } }: { of: ChannelList; channel: ChannelRow }) => (
  <Can use={of.calls.keys}>
    <Suspense fallback={<Skeleton count={2} />}>
      <ApiKeys
        calls={of.calls}
        id={id}
        addressOf={partnerAddress('Channel', of, id)}
        beside={<CheckKeyButton size="xs" />}
      />
    </Suspense>
  </Can>
)
