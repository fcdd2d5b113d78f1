import type { ChannelRow } from '@kabao/contract/channel'
import { channelWords } from '@kabao/contract/channel.words'
import { pathOfPage } from '@kabao/contract/menu'
import { user } from '@kabao/contract/user'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  ActButtons,
  Anchor,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  formatNumber,
  formatShare,
  RevealButton,
  RowPanel,
  type RowPanelProps,
  Skeleton,
  StateBadge,
  useActs,
  useAnswer,
  useReveal,
  useWords,
} from '#kit'
import { CopyButton } from '#kit/copy-button.tsx'
import RecordHistory from '#kit/detail/record-history.tsx'
import classes from './detail.module.css'
import type { ChannelList } from './lists.ts'

const ApiKeys = lazy(() => import('#kit/api-key/api-keys.tsx'))
const QrCode = lazy(() => import('#kit/qr-code.tsx'))

const guideOf = ({ name }: ChannelList, id: string) => `${pathOfPage('ChannelGuide')}?list=${name}&id=${id}`

interface DetailProps {
  of: ChannelList
  onEdit: (row: ChannelRow) => void
  onCopy: (row: ChannelRow) => void
}

/** One channel with its acts and its history. */
export default function DetailPanel({ panel, ...props }: DetailProps & { panel: RowPanelProps }) {
  const { t } = useWords(channelWords)
  const answer = useAnswer(props.of.calls.get, { params: { id: panel.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...panel}>
      {(channel) => <Channel key={channel.id} channel={channel} {...props} />}
    </RowPanel>
  )
}

function Channel({ channel, of, onEdit, onCopy }: DetailProps & { channel: ChannelRow }) {
  const { t, language } = useWords(channelWords)
  const acts = useActs(of.machine, of.calls, channel)
  const at = (instant: string | null) => formatInstant(instant, language)
  return (
    <>
      <DetailHead name={channel.name}>
        <StateBadge of={of.machine} state={channel.status} />
      </DetailHead>
      <div className={classes.buttons}>
        <ActButtons acts={acts} />
        <Can use={of.calls.update}>
          <Button variant="default" onClick={() => onEdit(channel)}>
            {t('action.edit')}
          </Button>
        </Can>
        <Can use={of.calls.create}>
          <Button variant="default" onClick={() => onCopy(channel)}>
            {t('action.copy')}
          </Button>
        </Can>
      </div>
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
        <Fact label={t('field.ownerName')}>{channel.ownerName}</Fact>
      </Facts>
      <Landing url={channel.landingUrl} />
      <Can use={of.calls.keys}>
        <Suspense fallback={<Skeleton count={2} />}>
          <ApiKeys calls={of.calls} id={channel.id} guide={guideOf(of, channel.id)} />
        </Suspense>
      </Can>
      <Contact channel={channel} of={of} />
      <Facts title={t('detail.record')}>
        <Fact label={t('field.id')}>{channel.id}</Fact>
        <Fact label={t('field.references')}>
          {formatNumber(channel.references, language)}{' '}
          <Can use={user.page}>
            <Anchor component={Link} to={`${pathOfPage('UserList')}?channelId=${channel.id}`}>
              {t('detail.users')}
            </Anchor>
          </Can>
        </Fact>
        <Fact label={t('field.createdBy')}>{channel.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{at(channel.createdAt)}</Fact>
        <Fact label={t('field.updatedBy')}>{channel.updatedBy}</Fact>
        <Fact label={t('field.updatedAt')}>{at(channel.updatedAt)}</Fact>
      </Facts>
      <RecordHistory kind="channel" id={channel.id} />
    </>
  )
}

/** The address of the landing page, to copy or as a QR code. */
function Landing({ url }: { url: string | null }) {
  const { t } = useWords(channelWords)
  const [isDrawn, setIsDrawn] = useState(false)
  if (url === null) return <p className={classes.hint}>{t('hint.landingUrl')}</p>
  return (
    <section>
      <h3 className={classes.heading}>{t('field.landingUrl')}</h3>
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
    </section>
  )
}

/** The contact and the note, masked until they are revealed. */
function Contact({ channel, of }: { channel: ChannelRow; of: ChannelList }) {
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
        <div className={classes.reveal}>
          <RevealButton
            use={of.calls.reveal}
            id={channel.id}
            of={revealing}
            labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
            describedBy="reveal-hint"
          />
          <Can use={of.calls.reveal}>
            <span id="reveal-hint" className={classes.hint}>
              {t('hint.masked')}
            </span>
          </Can>
        </div>
      )}
    </>
  )
}
