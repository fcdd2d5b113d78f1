import { pathOfPage } from '@kabao/contract/app/menu'
import type { ChannelRow } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { user } from '@kabao/contract/users/user'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  Button,
  Can,
  Fact,
  Facts,
  formatFen,
  formatNumber,
  formatShare,
  useReveal,
  useWords,
} from '#kit'
import { CopyButton } from '#kit/copy-button.tsx'
import { Section } from '#kit/detail/section.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { RevealContact } from '../../partner/reveal-contact.tsx'
import classes from './detail.module.css'
import type { ChannelList } from './lists.ts'

const QrCode = lazy(() => import('#kit/qr-code.tsx'))

interface PartProps {
  of: ChannelList
  channel: ChannelRow
}

/** What is stored of a channel. */
export default function ChannelFacts({ of, channel }: PartProps) {
  return (
    <>
      <Terms channel={channel} />
      <Contact channel={channel} of={of} />
      <Record channel={channel} />
    </>
  )
}

/** What is agreed with a channel, and how it may call. */
function Terms({ channel }: Pick<PartProps, 'channel'>) {
  const { t, language } = useWords(channelWords)
  return (
    <>
      <Facts title={t('detail.terms')}>
        <Fact label={t('field.code')}>{channel.code}</Fact>
        <Fact label={t('field.flow')}>{t(`flow.${channel.flow}`)}</Fact>
        <Fact label={t('field.settlement')}>{t(`settlement.${channel.settlement}`)}</Fact>
        {channel.priceFen !== null && (
          <Fact label={t('field.priceFen')}>{formatFen(channel.priceFen, language)}</Fact>
        )}
        {channel.shareBp !== null && (
          <Fact label={t('field.shareBp')}>{formatShare(channel.shareBp, language)}</Fact>
        )}
        <Fact label={t('field.deductionBp')}>{formatShare(channel.deductionBp, language)}</Fact>
        <Fact label={t('field.dailyCap')}>
          {channel.dailyCap === null ? t('unlimited') : formatNumber(channel.dailyCap, language)}
        </Fact>
        <Fact label={t('field.callsPerSecond')}>
          {channel.callsPerSecond === null ? t('usual') : formatNumber(channel.callsPerSecond, language)}
        </Fact>
        <Fact label={t('field.allowedIps')}>{channel.allowedIps.join(' · ') || t('anywhere')}</Fact>
        <Fact label={t('field.notifyUrl')}>{channel.notifyUrl}</Fact>
        <Fact label={t('field.ownerName')}>{channel.ownerName}</Fact>
      </Facts>
      <Landing url={channel.landingUrl} />
    </>
  )
}

/** The people whom a channel brought, and who added and changed it. */
function Record({ channel }: Pick<PartProps, 'channel'>) {
  const { t } = useWords(channelWords)
  return (
    <RecordFacts
      title={t('detail.record')}
      words={channelWords}
      entry={channel}
      links={
        <Can use={user.page}>
          <Anchor component={Link} to={`${pathOfPage('UserList')}?channelId=${channel.id}`}>
            {t('detail.users')}
          </Anchor>
        </Can>
      }
    />
  )
}

/** The address of the landing page, to copy or as a QR code. */
function Landing({ url }: { url: string | null }) {
  const { t } = useWords(channelWords)
  const [isDrawn, setIsDrawn] = useState(false)
  if (url === null) return <p className={classes.hint}>{t('hint.landingUrl')}</p>
  return (
    <Section title={t('field.landingUrl')}>
      <div className={classes.landing}>
        <span className={classes.address}>{url}</span>
        <CopyButton text={url} />
        <Button
          size="xs"
          variant="default"
          aria-pressed={isDrawn}
          onClick={() => setIsDrawn((before) => !before)}
        >
          {t('detail.qr')}
        </Button>
      </div>
      {isDrawn && (
        <Suspense fallback={<div className={classes.waiting} />}>
          <QrCode text={url} label={t('detail.qrOf', { url })} />
        </Suspense>
      )}
    </Section>
  )
}

/** The contact and the note, masked until they are revealed. */
function Contact({ channel, of }: PartProps) {
  const { t } = useWords(channelWords)
  const revealing = useReveal(of.calls.reveal)
  const { contactName, contactPhone, remark } = revealing.wholeOf(channel.id) ?? channel
  const isMasked = [channel.contactName, channel.contactPhone, channel.remark].some((text) => text !== '')
  return (
    <>
      <Facts title={t('detail.contact')}>
        <Fact label={t('field.contactName')}>{contactName}</Fact>
        <Fact label={t('field.contactPhone')}>{contactPhone}</Fact>
        <Fact label={t('field.remark')}>{remark}</Fact>
      </Facts>
      {isMasked && (
        <RevealContact
          use={of.calls.reveal}
          id={channel.id}
          of={revealing}
          labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
          hint={t('hint.masked')}
        />
      )}
    </>
  )
}
