import { memo } from 'react'
import { ChannelPage } from './channel-page.tsx'
import { plainList } from './lists.ts'

/** The channels of the full and the half flow. */
export default memo(function PlainChannels() {
  return <ChannelPage of={plainList} />
})
