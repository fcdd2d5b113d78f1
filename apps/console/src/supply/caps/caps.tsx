import {
  type CapSpan,
  type ChannelCapCalls,
  capSpans,
  mostCaps,
  type OrgCapCalls,
} from '@kabao/contract/supply/cap-limit'
import { capLimitWords } from '@kabao/contract/supply/cap-limit.words'
import { useRef, useState } from 'react'
import { useAnswer, useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { ChoiceField } from '#kit/choice/choice-field.tsx'
import type { ChoiceSearch } from '#kit/choice/choices-query.ts'
import { ActionIcon } from '#kit/controls/action-icon.ts'
import { Button } from '#kit/controls/button.ts'
import { Section } from '#kit/detail/section.tsx'
import { MoneyField, NumberField, SelectField } from '#kit/form/index.ts'
import { useFocusProblem } from '#kit/form/use-focus-problem.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { formatFen, formatNumber } from '#kit/format.ts'
import { IconPlus, IconTrash } from '#kit/icons.ts'
import { Failure } from '#kit/list/states.tsx'
import { message } from '#kit/message/message.ts'
import { Can } from '#kit/session/permission.tsx'
import { useGuard } from '#kit/session/unsaved.ts'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './caps.module.css'

/** A cap as it is shown, of an organization or of a plan for a channel. */
interface Shown {
  channelId?: string | undefined
  channelName?: string | null | undefined
  span: CapSpan
  most: number | null
  mostFen: number | null
  used: number
  usedFen: number
}
type Draft = Pick<Shown, 'channelId' | 'span' | 'most' | 'mostFen'> & { key: string }

interface CapsProps {
  calls: OrgCapCalls | ChannelCapCalls
  id: string
  /** The choice of channels, for caps by channel. */
  channels?: ChoiceSearch
  isEditable?: boolean
}

/** The caps of an organization, or of a plan by channel: what is used, and a form for them. */
export default function Caps({ calls: given, id, channels, isEditable = true }: CapsProps) {
  // Both sorts of caps have the same endpoints; only one has channels.
  const calls = given as ChannelCapCalls
  const kind = channels ? 'channel' : 'org'
  const { t, language } = useWords(capLimitWords)
  const [isEditing, setIsEditing] = useState(false)
  const { data, error, refetch } = useAnswer(calls.caps, { params: { id } })
  const caps: readonly Shown[] = data?.caps ?? []
  const said = (used: number, most: number | null, write: (value: number) => string) =>
    most === null ? null : t('used', { used: write(used), most: write(most) })
  return (
    <Section title={t(`title.${kind}`)}>
      <p className={classes.hint}>{t(`hint.${kind}`)}</p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={2} />}
      {data && !isEditing && (
        <>
          {caps.length === 0 && <p className={classes.hint}>{t('none')}</p>}
          <ul className={classes.caps}>
            {caps.map((cap) => (
              <li key={`${cap.channelId} ${cap.span}`}>
                <span>
                  {[cap.channelName ?? cap.channelId, t(`span.${cap.span}`)].filter(Boolean).join(' · ')}
                </span>
                <span>
                  {[
                    said(cap.used, cap.most, (count) => formatNumber(count, language)),
                    said(cap.usedFen, cap.mostFen, (fen) => formatFen(fen, language)),
                  ]
                    .filter(Boolean)
                    .join(' · ') || t('unlimited')}
                </span>
              </li>
            ))}
          </ul>
          {isEditable && (
            <Can use={calls.saveCaps}>
              <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
                {t('edit')}
              </Button>
            </Can>
          )}
        </>
      )}
      {data && isEditing && (
        <CapsForm
          calls={calls}
          id={id}
          channels={channels}
          version={data.version}
          caps={caps}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Section>
  )
}

interface FormProps {
  calls: ChannelCapCalls
  id: string
  channels: ChoiceSearch | undefined
  /** The version that the reader began with. */
  version: number
  caps: readonly Shown[]
  onClose: () => void
}

function CapsForm({ calls, id, channels, version, caps, onClose }: FormProps) {
  const { t } = useWords(capLimitWords)
  const [seen] = useState(version)
  const [rows, setRows] = useState<readonly Draft[]>(() =>
    caps.map(({ channelId, span, most, mostFen }) => ({
      key: crypto.randomUUID(),
      channelId,
      span,
      most,
      mostFen,
    })),
  )
  const [isDirty, setIsDirty] = useState(false)
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(calls.saveCaps)
  useGuard(isDirty)
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  const write = (next: readonly Draft[]) => {
    setRows(next)
    setIsDirty(true)
  }
  const save = async () => {
    setProblems({})
    // Of an organization, a row without a limit is one that has no cap.
    const kept = rows.flatMap((row, index) =>
      !channels && row.most === null && row.mostFen === null ? [] : [index],
    )
    const sent = kept.map((at) => {
      const { key: _, channelId, ...row } = rows[at] as Draft
      return { ...row, ...(channels && { channelId: channelId ?? '' }) }
    })
    try {
      await mutateAsync({ params: { id }, body: { version: seen, caps: sent as never } })
      message.success(t('saved'))
      onClose()
    } catch (error) {
      if (!(error instanceof Refusal)) return
      // The rows that were left out do not count in the answer.
      const named = Object.entries(error.fields ?? {}).map(([name, text]) => [
        name.replace(/^caps\.(\d+)/, (_, at: string) => `caps.${kept[Number(at)]}`),
        text,
      ])
      setProblems(Object.fromEntries(named))
    }
  }
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
    >
      {rows.map((row, index) => (
        <CapRow
          key={row.key}
          row={row}
          at={index}
          channels={channels}
          problems={problems}
          onChange={(change) =>
            write(rows.map((each, nth) => (nth === index ? { ...each, ...change } : each)))
          }
          onRemove={() => write(rows.filter((_, nth) => nth !== index))}
        />
      ))}
      {channels && rows.length < mostCaps && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            write([
              ...rows,
              { key: crypto.randomUUID(), channelId: undefined, span: 'day', most: null, mostFen: null },
            ])
          }
        >
          {t('add')}
        </Button>
      )}
      <div className={classes.buttons}>
        <Button size="xs" type="submit" loading={isPending}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

interface RowProps {
  row: Draft
  at: number
  channels: ChoiceSearch | undefined
  problems: Readonly<Record<string, string>>
  onChange: (change: Partial<Draft>) => void
  onRemove: () => void
}

/** One cap. An organization has one for each span; a plan any number, each for a channel. */
function CapRow({ row, at, channels, problems, onChange, onRemove }: RowProps) {
  const { t } = useWords(capLimitWords)
  const labelOf = (name: Exclude<keyof Draft, 'key'>) => t(`field.${name}`)
  const field = <F extends Exclude<keyof Draft, 'key'>>(name: F) => ({
    name: `caps.${at}.${name}`,
    label: labelOf(name),
    value: row[name],
    error: problems[`caps.${at}.${name}`],
    onChange: (value: Draft[F]) => onChange({ [name]: value }),
  })
  const nth = String(at + 1)
  return (
    <fieldset
      className={classes.row}
      aria-label={channels ? t('row', { nth }) : t(`span.${row.span}`)}
      data-wide={channels ? true : undefined}
    >
      {channels ? (
        <>
          <ChoiceField use={channels} isRequired {...field('channelId')} />
          <SelectField
            options={capSpans.map((value) => ({ value, label: t(`span.${value}`) }))}
            isRequired
            {...field('span')}
          />
        </>
      ) : (
        <span className={classes.span}>{t(`span.${row.span}`)}</span>
      )}
      <NumberField placeholder={t('unlimited')} {...field('most')} />
      <MoneyField placeholder={t('unlimited')} {...field('mostFen')} />
      {channels && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('remove', { nth })} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}
