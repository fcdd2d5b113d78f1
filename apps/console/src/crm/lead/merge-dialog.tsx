import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { type MergeField, mergeFields } from '@kabao/contract/crm/lead-merge'
import { leadMergeWords } from '@kabao/contract/crm/lead-merge.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { phone } from '@kabao/contract/kernel/personal'
import { type FormEvent, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { send } from '#kit/call/send.ts'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import { DigitChoice } from './digit-choice.tsx'
import classes from './lead.module.css'
import { useLeadName } from './lead-name.ts'

/** The lead with a whole phone or an id, as far as the caller sees it; null if there is none. */
async function findOther(text: string): Promise<LeadDetail | null> {
  const whole = phone.safeParse(text)
  try {
    const id = whole.success
      ? (await send(leadCalls.page, { body: { phone: whole.data } })).records.find(
          ({ stage }) => stage !== 'invalid',
        )?.id
      : text
    return id === undefined ? null : await send(leadCalls.get, { params: { id } })
  } catch (error) {
    if (error instanceof Refusal && error.code === '4040') return null
    throw error
  }
}

/** Finds another lead of the same person, and makes one of both, field by field. */
export default function MergeDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const { t } = useWords(leadMergeWords)
  const nameOf = useLeadName()
  const merge = useSend(leadCalls.merge)
  const [who, setWho] = useState('')
  const [problem, setProblem] = useState<string>()
  const [other, setOther] = useState<LeadDetail | null>(null)
  const [taken, setTaken] = useState<readonly MergeField[]>([])
  const [isBusy, setIsBusy] = useState(false)

  const find = async () => {
    setIsBusy(true)
    try {
      const found = await findOther(who.trim())
      if (found === null) setProblem(t('none'))
      else if (found.id === lead.id) setProblem(t('same'))
      else setOther(found)
    } catch (error) {
      setProblem(
        error instanceof Refusal ? (Object.values(error.fields ?? {})[0] ?? error.message) : t('none'),
      )
    } finally {
      setIsBusy(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (other === null) return find()
    await merge
      .mutateAsync({ params: { id: lead.id }, body: { otherId: other.id, fields: [...taken] } })
      .then(
        () => {
          message.success(t('done'))
          onClose()
        },
        () => undefined,
      )
  }
  return (
    <Modal opened onClose={onClose} title={t('title', { name: nameOf(lead) })}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        {other === null ? (
          <TextField
            name="who"
            label={t('who')}
            description={t('whoHint')}
            value={who}
            error={problem}
            isRequired
            onChange={(text) => {
              setWho(text)
              setProblem(undefined)
            }}
          />
        ) : (
          <Fields lead={lead} other={other} taken={taken} onTake={setTaken} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy || merge.isPending} disabled={who.trim() === ''}>
            {t(other === null ? 'action.find' : 'action.merge')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface FieldsProps {
  lead: LeadDetail
  other: LeadDetail
  taken: readonly MergeField[]
  onTake: (fields: readonly MergeField[]) => void
}

/** Both leads side by side, where they differ. */
function Fields({ lead, other, taken, onTake }: FieldsProps) {
  const { t } = useWords(leadMergeWords)
  const nameOf = useLeadName()
  return (
    <>
      <p className={classes.hint}>{t('other', { name: nameOf(other), id: other.id })}</p>
      <p className={classes.hint}>{t('choose')}</p>
      {mergeFields
        .filter((field) => shown(lead, field) !== shown(other, field))
        .map((field) => (
          <DigitChoice
            key={field}
            name={field}
            label={t(`field.${field}`)}
            options={[
              { value: 'keep', label: shown(lead, field) ?? t('empty') },
              { value: 'other', label: shown(other, field) ?? t('empty') },
            ]}
            value={taken.includes(field) ? 'other' : 'keep'}
            onChange={(which) =>
              onTake(which === 'other' ? [...taken, field] : taken.filter((each) => each !== field))
            }
          />
        ))}
      <p className={classes.hint}>{t('text')}</p>
    </>
  )
}

/** A field as a text; null if it is empty. */
function shown(lead: LeadDetail, field: MergeField): string | null {
  if (field === 'cityCode') return lead.cityName
  if (field === 'channelId') return lead.channelName
  const value = lead[field]
  return value === null || value === '' ? null : String(value)
}
