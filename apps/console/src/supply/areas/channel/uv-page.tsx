import { memo } from 'react'
import { ChannelPage } from './channel-page.tsx'
import { uvList } from './lists.ts'

/** The channels of the joint logins. */
export default memo(function UvChannels() {
  return <ChannelPage of={uvList} />
})
