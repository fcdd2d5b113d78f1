import { type TwinList, twinLists } from '#platform/crud/twin-lists'
import { type ChannelCalls, channel, channelUv } from '../../../../../../packages/contract/src/channel.ts'
import { channelMachine, channelUvMachine } from '../../../../../../packages/contract/src/channel-machine.ts'

/** One of the two lists of channels. */
export type List = TwinList<ChannelCalls, typeof channelMachine>

export const lists = twinLists(
  { calls: channel, machine: channelMachine },
  { calls: channelUv, machine: channelUvMachine },
)
export const [plainList, uvList] = lists
