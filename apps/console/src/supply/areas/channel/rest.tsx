import type { ChannelRow } from '@kabao/contract/supply/channel'
import RecordHistory from '#kit/detail/record-history.tsx'
import type { ChannelList } from './lists.ts'
import ChannelFacts from './parts.tsx'

/** What the page of a channel shows below what a reader looks for first; it is loaded after that. */
export default function ChannelRest({ of, channel }: { of: ChannelList; channel: ChannelRow }) {
  return (
    <>
      <ChannelFacts of={of} channel={channel} />
      <RecordHistory kind="channel" id={channel.id} />
    </>
  )
}
