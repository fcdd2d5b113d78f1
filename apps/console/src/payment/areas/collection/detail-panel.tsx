import { pathOfPage } from '@kabao/contract/app/menu'
import { inLanguage } from '@kabao/contract/kernel/language'
import { type CollectionRow, collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { providerFields } from '@kabao/contract/payment/payment-provider'
import { Link } from 'react-router'
import {
  Anchor,
  Button,
  Can,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  formatNumber,
  formatShare,
  message,
  useAnswer,
  useSend,
  useWords,
} from '#kit'
import { CopyButton } from '#kit/copy-button.tsx'
import RecordHistory from '#kit/detail/record-history.tsx'
import { Section } from '#kit/detail/section.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { WaitingChange } from '#ledger'
import { PreviousSecrets } from '#partners'
import { collections } from './lists.ts'
import { Products } from './products.tsx'
import { secretLabel } from './secret-label.ts'
import { TemplateSummary } from './template/summary.tsx'
import { TrialButton } from './trial-button.tsx'
import { useReason } from './use-reason.ts'

/** One collection channel, what it brought today, and the callbacks that were not believed. */
export default function DetailPanel({ panel, ...todo }: EntryPanelProps<CollectionRow>) {
  const { t } = useWords(collectionWords)
  return (
    <EntryPanel get={collection.get} title={t('section.detail')} panel={panel}>
      {(row) => <Details row={row} {...todo} />}
    </EntryPanel>
  )
}

function Details({ row, ...todo }: Omit<EntryPanelProps<CollectionRow>, 'panel'> & { row: CollectionRow }) {
  const { t, language } = useWords(collectionWords)
  const reasonOf = useReason()
  const { today } = row
  const { mutateAsync, isPending } = useSend(collection.tryIt)
  const tryIt = async () => {
    const { triedReason } = await mutateAsync({ params: { id: row.id } })
    if (triedReason === null) message.success(t('tryIt.ok'))
    else message.error(t('tryIt.refused', { reason: reasonOf(triedReason) }))
  }
  return (
    <>
      <EntryHead of={collections} entry={row} words={collectionWords} {...todo}>
        <Can use={collection.tryIt}>
          <Button variant="default" loading={isPending} onClick={() => void tryIt()}>
            {t('tryIt.button')}
          </Button>
        </Can>
        {row.provider !== 'pool' && <TrialButton of={row} />}
      </EntryHead>
      {row.isWaiting && <WaitingChange kind="collection" targetId={row.id} />}
      <Facts title={t('section.today')}>
        <Fact label={t('figure.orders')}>{formatNumber(today.orders, language)}</Fact>
        <Fact label={t('figure.paid')}>{formatNumber(today.paid, language)}</Fact>
        <Fact label={t('figure.paidFen')}>{formatFen(today.paidFen, language)}</Fact>
        <Fact label={t('figure.ordered')}>
          {formatFen(today.orderedFen, language)}
          {row.dailyLimitFen !== null && ` / ${formatFen(row.dailyLimitFen, language)}`}
        </Fact>
        <Fact label={t('figure.failed')}>{formatNumber(today.failed, language)}</Fact>
        <Fact label={t('figure.share')}>
          {today.shareBp !== null && formatShare(today.shareBp, language)}
        </Fact>
      </Facts>
      <Facts title={t('section.limits')}>
        <Fact label={t('field.weight')}>{formatNumber(row.weight, language)}</Fact>
        <Fact label={t('field.feeBp')}>{formatShare(row.feeBp, language)}</Fact>
        <Fact label={t('field.minFen')}>{formatFen(row.minFen, language)}</Fact>
        <Fact label={t('field.maxFen')}>{formatFen(row.maxFen, language)}</Fact>
        <Fact label={t('field.dailyLimitFen')}>
          {row.dailyLimitFen === null ? t('unlimited') : formatFen(row.dailyLimitFen, language)}
        </Fact>
        <Fact label={t('field.productIds')}>
          {row.productIds.length === 0 ? t('everyProduct') : <Products ids={row.productIds} />}
        </Fact>
        <Fact label={t('field.openUntil')}>{formatInstant(row.openUntil, language)}</Fact>
      </Facts>
      <Facts title={t('section.provider')}>
        <Fact label={t('field.provider')}>{t(`provider.${row.provider}`)}</Fact>
        {providerFields[row.provider].map(({ name, words, type, isSecret }) => (
          <Fact key={name} label={inLanguage(words, language)}>
            {isSecret ? (
              row.secretNames.includes(name) && '••••••'
            ) : type === 'template' ? (
              <TemplateSummary value={row.settings[name] ?? ''} />
            ) : (
              row.settings[name]?.slice(0, 200)
            )}
          </Fact>
        ))}
        <Fact label={t('field.triedAt')}>
          {row.triedAt === null
            ? t('tryIt.never')
            : `${formatInstant(row.triedAt, language)} · ${
                row.triedReason === null
                  ? t('tryIt.ok')
                  : t('tryIt.refused', { reason: reasonOf(row.triedReason) })
              }`}
        </Fact>
        <Fact label={t('field.remark')}>{row.remark}</Fact>
      </Facts>
      <PreviousSecrets
        use={collection.endSecret}
        ownerId={row.id}
        of={row.previousSecrets}
        nameOf={(name) => secretLabel({ t, language }, row.provider, name)}
      />
      <Callbacks id={row.id} />
      <RecordFacts
        title={t('section.record')}
        words={collectionWords}
        entry={row}
        links={
          <Can use={order.page}>
            <Anchor component={Link} to={`${pathOfPage('PayConfigOrderList')}?collectionId=${row.id}`}>
              {t('action.orders')}
            </Anchor>
          </Can>
        }
      />
      <RecordHistory kind="collection" id={row.id} />
    </>
  )
}

/** The address for callbacks, and what arrived there and was not believed. */
function Callbacks({ id }: { id: string }) {
  const { t, language } = useWords(collectionWords)
  const orders = useWords(paymentOrderWords)
  const { data } = useAnswer(collection.callbacks, { params: { id } })
  return (
    <Section title={t('section.callbacks')}>
      {data && (
        <p>
          {data.address} <CopyButton text={data.address} name={t('section.callbacks')} />
        </p>
      )}
      {data?.isTakenById && <p>{t('hint.isTakenById')}</p>}
      <h4>{t('section.wrong')}</h4>
      {data?.wrong.length === 0 && <p>{t('none')}</p>}
      <ul>
        {data?.wrong.map((each) => (
          <li key={each.id}>
            {formatInstant(each.at, language)} · {each.reason && orders.t(`wrong.${each.reason}`)} · {each.ip}
            {each.orderId !== null && ` · ${each.orderId}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}
