import { type ChannelCalls, channel, channelUv } from '@kabao/contract/channel'
import { channelMachine, channelUvMachine } from '@kabao/contract/channel-machine'
import { type TwinList, twinLists } from '../../crud/twin-lists.ts'

/** One of the two lists of channels. */
export type List = TwinList<ChannelCalls, typeof channelMachine>

export const lists = twinLists(
  { calls: channel, machine: channelMachine },
  { calls: channelUv, machine: channelUvMachine },
)
export const [plainList, uvList] = lists
