import type { ChannelRow } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { Button, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { partnerAddress } from '#partners'
import { Keys } from './keys.tsx'
import type { ChannelList } from './lists.ts'
import ChannelFacts from './parts.tsx'

interface ChannelProps extends EntryPanelProps<ChannelRow> {
  of: ChannelList
}

/** A quick look at one channel, with its acts and its history. */
export default function DetailPanel({ panel, of, ...todo }: ChannelProps) {
  const { t } = useWords(channelWords)
  const { t: say } = useWords(partnerPageWords)
  return (
    <EntryPanel get={of.calls.get} title={t('detail.title')} panel={panel}>
      {(channel) => (
        <>
          <EntryHead of={of} entry={channel} words={channelWords} {...todo}>
            <Button
              variant="default"
              component={Link}
              to={partnerAddress('Channel', of, channel.id)('Detail')}
            >
              {say('toPage')}
            </Button>
          </EntryHead>
          <Keys of={of} channel={channel} />
          <ChannelFacts of={of} channel={channel} />
          <RecordHistory kind="channel" id={channel.id} />
        </>
      )}
    </EntryPanel>
  )
}
