import {
  type ChannelCalls,
  channel,
  channelUv,
  type Flow,
  type Settlement,
} from '@kabao/contract/supply/channel'
import { channelImport, channelUvImport } from '@kabao/contract/supply/channel-import'
import { channelImportWords, channelUvImportWords } from '@kabao/contract/supply/channel-import.words'
import { channelMachine, channelUvMachine } from '@kabao/contract/supply/channel-machine'
import type { ImportInto } from '#kit/import/into.ts'

/** One of the two lists of channels. */
export interface ChannelList {
  name: 'channel' | 'channelUv'
  /** The key of the page's title in the menu. */
  title: 'menu.channel.list' | 'menu.channel.uvList'
  flows: readonly Flow[]
  /** What a new channel is usually paid for. */
  settlement: Settlement
  calls: ChannelCalls
  machine: typeof channelMachine
  into: ImportInto
}

export const plainList: ChannelList = {
  name: 'channel',
  title: 'menu.channel.list',
  flows: ['full', 'half'],
  settlement: 'cpa',
  calls: channel,
  machine: channelMachine,
  into: { use: channelImport, words: channelImportWords, named: { name: null } },
}

export const uvList: ChannelList = {
  name: 'channelUv',
  title: 'menu.channel.uvList',
  flows: ['uv', 'city'],
  settlement: 'cpuv',
  // The lists differ in the names of their endpoints and acts, on which their pages do not depend.
  calls: channelUv as unknown as ChannelCalls,
  machine: channelUvMachine as unknown as typeof channelMachine,
  into: { use: channelUvImport, words: channelUvImportWords, named: { name: null } },
}
