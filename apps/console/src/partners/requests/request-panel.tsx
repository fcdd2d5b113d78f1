import type { OpenRequestCalls, OpenRequestRow } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import { useAnswer } from '#kit/call/query.ts'
import { Badge } from '#kit/controls/badge.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailHead } from '#kit/detail/detail-head.tsx'
import { Fact, Facts } from '#kit/detail/facts.tsx'
import { RowPanel, type RowPanelProps } from '#kit/detail/row-panel.tsx'
import { Section } from '#kit/detail/section.tsx'
import { formatInstant, formatNumber } from '#kit/format.ts'
import { useWords } from '#kit/words/words.ts'
import { callName } from './call-names.ts'
import classes from './partner.module.css'
import { codeColor } from './request-columns.ts'

interface RequestPanelProps extends RowPanelProps {
  calls: OpenRequestCalls
  partnerId: string
}

/** One request of a partner with its answer, both masked. */
export default function RequestPanel({ calls, partnerId, ...panel }: RequestPanelProps) {
  const { t } = useWords(partnerRequestWords)
  const answer = useAnswer(calls.request, { params: { id: partnerId, requestId: panel.id } })
  return (
    <RowPanel<OpenRequestRow> title={t('detail.title')} answer={answer} {...panel}>
      {(row) => <Request row={row} />}
    </RowPanel>
  )
}

function Request({ row }: { row: OpenRequestRow }) {
  const { t, language } = useWords(partnerRequestWords)
  return (
    <>
      <DetailHead name={callName(row.call, language)}>
        <Badge color={codeColor(row.code)}>{row.code}</Badge>
      </DetailHead>
      <Facts title={t('detail.facts')}>
        <Fact label={t('field.id')}>{row.id}</Fact>
        <Fact label={t('field.at')}>{formatInstant(row.at, language)}</Fact>
        <Fact label={t('field.path')}>{row.path}</Fact>
        <Fact label={t('field.ms')}>{formatNumber(row.ms, language)}</Fact>
        <Fact label={t('field.fault')}>{row.fault && t(`fault.${row.fault}`)}</Fact>
        <Fact label={t('field.ip')}>{row.ip}</Fact>
        <Fact label={t('field.isSandbox')}>{t(row.isSandbox ? 'sandbox' : 'live')}</Fact>
        <Fact label={t('field.isRepeat')}>{t(row.isRepeat ? 'repeated' : 'notRepeated')}</Fact>
        <Fact label={t('field.key')}>{row.key}</Fact>
      </Facts>
      <Body title={t('field.request')} text={row.request} />
      <Body title={t('field.answer')} text={row.answer} />
      <p className={classes.hint}>{t('masked')}</p>
    </>
  )
}

/** A body: JSON indented, anything else as it is. */
function Body({ title, text }: { title: string; text: string | null }) {
  const { t } = useWords(partnerRequestWords)
  const shown = text === null ? null : indented(text)
  return (
    <Section title={title}>
      {shown === null ? (
        <p className={classes.hint}>{t('nothing')}</p>
      ) : (
        <div className={classes.text}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
          <pre tabIndex={0}>{shown}</pre>
          <span className={classes.copy}>
            <CopyButton text={shown} name={title} />
          </span>
        </div>
      )}
    </Section>
  )
}

const indented = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
