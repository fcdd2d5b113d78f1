import { type ChannelCalls, channel, channelUv } from '@kabao/contract/supply/channel'
import { channelMachine, channelUvMachine } from '@kabao/contract/supply/channel-machine'
import { type TwinList, twinLists } from '#platform/crud/twin-lists'

/** One of the two lists of channels. */
export type List = TwinList<ChannelCalls, typeof channelMachine>

export const lists = twinLists(
  { calls: channel, machine: channelMachine },
  { calls: channelUv, machine: channelUvMachine },
)
export const [plainList, uvList] = lists
