import { wordIssues } from '@kabao/contract/problems'
import { reconcile } from '@kabao/contract/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import { type FormEvent, useState } from 'react'
import {
  Button,
  ChoiceField,
  Modal,
  message,
  Refusal,
  SelectField,
  UploadField,
  useAnswer,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import { DateField } from '#kit/form/date-field.tsx'
import classes from './form.module.css'
import type { StartKind } from './runs.tsx'

interface Draft {
  orgId?: string | undefined
  collectionId?: string | undefined
  day: string | null
  toDay: string | null
  fileIds: readonly string[]
}

/** Starts a comparison: with a provider's bill, with an organization's list, or of our own records. */
export default function StartDialog({ kind, onClose }: { kind: StartKind; onClose: () => void }) {
  const { t, language } = useWords(reconcileWords)
  const [draft, setDraft] = useState<Draft>({ day: null, toDay: null, fileIds: [] })
  const [problems, setProblems] = useProblems()
  const sends = {
    bill: useSend(reconcile.bill),
    orgList: useSend(reconcile.orgList),
    within: useSend(reconcile.within),
  }
  const { data: collections = [] } = useAnswer(reconcile.collections, {}, { enabled: kind === 'bill' })
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setProblems({})
  }
  const { orgId, collectionId, day, toDay, fileIds } = draft
  const fileId = fileIds[0]

  const sent = () => {
    if (kind === 'within') {
      const checked = reconcile.within.body.safeParse({ day: day ?? '' })
      return checked.success ? sends.within.mutateAsync({ body: checked.data }) : checked.error.issues
    }
    if (kind === 'bill') {
      const checked = reconcile.bill.body.safeParse({
        collectionId: collectionId ?? '',
        day: day ?? '',
        fileId: fileId ?? '',
      })
      return checked.success ? sends.bill.mutateAsync({ body: checked.data }) : checked.error.issues
    }
    const checked = reconcile.orgList.body.safeParse({
      ...{ orgId: orgId ?? '', day: day ?? '', toDay: toDay ?? day ?? '', fileId: fileId ?? '' },
    })
    return checked.success ? sends.orgList.mutateAsync({ body: checked.data }) : checked.error.issues
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    try {
      const answer = sent()
      if (Array.isArray(answer)) return setProblems(wordIssues(answer, language))
      const { isKnown } = (await answer) as { isKnown: boolean }
      message.success(t(isKnown ? 'known' : 'queued'))
      onClose()
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t(`action.${kind}`)}>
      <form onSubmit={(event) => void submit(event)} className={classes.form} noValidate>
        <p className={classes.hint}>{t(`hint.${kind}`)}</p>
        {kind === 'bill' && (
          <SelectField
            name="collectionId"
            label={t('field.collectionId')}
            options={collections.map(({ id, name }) => ({ value: id, label: name }))}
            value={collectionId}
            error={problems.collectionId}
            isRequired
            onChange={(next: string | undefined) => change({ collectionId: next })}
          />
        )}
        {kind === 'orgList' && (
          <ChoiceField
            name="orgId"
            label={t('field.orgId')}
            use={reconcile.orgs}
            value={orgId}
            error={problems.orgId}
            isRequired
            onChange={(next: string | undefined) => change({ orgId: next })}
          />
        )}
        <DateField
          name="day"
          label={t('field.day')}
          value={day}
          error={problems.day}
          isRequired
          onChange={(next) => change({ day: next })}
        />
        {kind === 'orgList' && (
          <DateField
            name="toDay"
            label={t('field.toDay')}
            value={toDay}
            error={problems.toDay}
            onChange={(next) => change({ toDay: next })}
          />
        )}
        {kind !== 'within' && (
          <UploadField
            name="fileId"
            label={t('field.fileId')}
            description={t('hint.same')}
            use="reconcile"
            value={fileIds}
            error={problems.fileId}
            isRequired
            onChange={(next) => change({ fileIds: next })}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={Object.values(sends).some(({ isPending }) => isPending)}>
            {t('action.start')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
