import { type ChannelCalls, channel, channelUv } from '@kabao/contract/channel'
import { channelMachine, channelUvMachine } from '@kabao/contract/channel-machine'
import { type RawBuilder, sql } from 'kysely'

/** One of the two lists of channels. */
export interface List {
  name: 'channel' | 'channelUv'
  calls: ChannelCalls
  machine: typeof channelMachine
  /** The condition that a channel `t` is of this list. Under the permission points of a list nobody meets another channel. */
  only: RawBuilder<unknown>[]
}

const listOf = (name: List['name'], flows: readonly string[], calls: object, machine: object): List => ({
  name,
  // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
  calls: calls as ChannelCalls,
  machine: machine as typeof channelMachine,
  only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
})

export const lists = [
  listOf('channel', ['full', 'half'], channel, channelMachine),
  listOf('channelUv', ['uv', 'city'], channelUv, channelUvMachine),
] as const
