import { type ChannelCalls, channel, channelUv } from '@kabao/contract/supply/channel'

/** The lists that a channel can be in. */
export const channelLists = [
  { name: 'channel', title: 'menu.channel.list', calls: channel },
  // The lists differ in the names of their endpoints and acts, on which the page does not depend.
  { name: 'channelUv', title: 'menu.channel.uvList', calls: channelUv as unknown as ChannelCalls },
] as const
export type ChannelOf = (typeof channelLists)[number]
