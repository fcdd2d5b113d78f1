import type { ChannelRow } from '@kabao/contract/supply/channel'
import { Can } from '#kit'
import { ApiKeys, CheckKeyButton, partnerAddress } from '#partners'
import type { ChannelList } from './lists.ts'

/** The API keys of a channel. */
export const Keys = ({ of, channel: { id } }: { of: ChannelList; channel: ChannelRow }) => (
  <Can use={of.calls.keys}>
    <ApiKeys
      calls={of.calls}
      id={id}
      addressOf={partnerAddress('Channel', of, id)}
      beside={<CheckKeyButton size="xs" />}
    />
  </Can>
)
