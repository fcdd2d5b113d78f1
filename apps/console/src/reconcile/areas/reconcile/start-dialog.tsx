import { formWords } from '@kabao/contract/kernel/form.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type * as z from 'zod'
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
import { useFormFocus } from '#kit/form/use-form-focus.ts'
import { Checked } from './checked.tsx'
import classes from './form.module.css'
import type { StartKind } from './runs.tsx'
import { Templates } from './templates.tsx'

interface Draft {
  orgId?: string | undefined
  collectionId?: string | undefined
  day: string | null
  toDay: string | null
  fileIds: readonly string[]
}

/** Starts a comparison: with a provider's bill that is sent or downloaded, with an organization's list, or of our own records. */
export default function StartDialog({ kind, onClose }: { kind: StartKind; onClose: () => void }) {
  const { t, language } = useWords(reconcileWords)
  const forms = useWords(formWords)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Draft>({ day: null, toDay: null, fileIds: [] })
  const [problems, setProblems] = useProblems()
  const begin = useFormFocus(problems)
  const mount = useCallback(
    (node: HTMLFormElement | null) => {
      form.current = node
      return begin(node)
    },
    [begin],
  )
  const [checkId, setCheckId] = useState<string | null>(null)
  const sends = {
    bill: useSend(reconcile.bill),
    orgList: useSend(reconcile.orgList),
    within: useSend(reconcile.within),
    download: useSend(reconcile.download),
  }
  const isBill = kind === 'bill' || kind === 'download'
  const withFile = kind === 'bill' || kind === 'orgList'
  const { data: collections = [] } = useAnswer(reconcile.collections, {}, { enabled: isBill })
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setProblems({})
    setCheckId(null)
  }
  const { orgId, collectionId, toDay } = draft
  // What is left out is not given at all, so that the sentence at its field says so.
  const day = draft.day ?? undefined
  const fileId = draft.fileIds[0]
  /** The sentences at the fields; the last day need not be filled in. */
  const tell = (issues: readonly z.core.$ZodIssue[]) =>
    setProblems(
      wordIssues(
        issues.filter(({ path }) => path[0] !== 'toDay' || toDay !== null),
        language,
      ),
    )

  /** Whether the file is still on its way; says so. */
  const isUploading = () => {
    const isBusy = form.current?.querySelector('[data-uploading]') != null
    if (isBusy) message.info(forms.t('uploading'))
    return isBusy
  }

  const sent = () => {
    if (kind === 'within') {
      const checked = reconcile.within.body.safeParse({ day })
      return checked.success ? sends.within.mutateAsync({ body: checked.data }) : checked.error.issues
    }
    if (kind === 'download') {
      const checked = reconcile.download.body.safeParse({ collectionId, day })
      return checked.success ? sends.download.mutateAsync({ body: checked.data }) : checked.error.issues
    }
    if (kind === 'bill') {
      const checked = reconcile.bill.body.safeParse({ collectionId, day, fileId })
      return checked.success ? sends.bill.mutateAsync({ body: checked.data }) : checked.error.issues
    }
    const checked = reconcile.orgList.body.safeParse({ orgId, day, toDay: toDay ?? day, fileId })
    return checked.success ? sends.orgList.mutateAsync({ body: checked.data }) : checked.error.issues
  }
  const check = useSend(reconcile.check)
  const tryIt = async () => {
    if (isUploading()) return
    const checked = reconcile.check.body.safeParse({
      ...(isBill ? { collectionId } : { orgId, toDay: toDay ?? day }),
      day,
      fileId,
    })
    if (!checked.success) return tell(checked.error.issues)
    await check.mutateAsync({ body: checked.data }).then(({ id }) => setCheckId(id), refused)
  }
  const refused = (error: unknown) => {
    if (error instanceof Refusal && error.fields) setProblems(error.fields)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isUploading()) return
    try {
      const answer = sent()
      if (Array.isArray(answer)) return tell(answer)
      const { isKnown } = (await answer) as { isKnown: boolean }
      message.success(t(isKnown ? 'known' : 'queued'))
      onClose()
    } catch (error) {
      refused(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t(`action.${kind}`)}>
      <form ref={mount} onSubmit={(event) => void submit(event)} className={classes.form} noValidate>
        <p className={classes.hint}>{t(`hint.${kind}`)}</p>
        {isBill && (
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
          label={t(kind === 'orgList' ? 'field.day' : 'field.oneDay')}
          value={draft.day}
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
        {withFile && (
          <UploadField
            name="fileId"
            label={t('field.fileId')}
            description={t('hint.same')}
            use="reconcile"
            value={draft.fileIds}
            error={problems.fileId}
            isRequired
            onChange={(next) => change({ fileIds: next })}
          />
        )}
        {withFile && <Templates of={kind} />}
        {checkId !== null && <Checked id={checkId} />}
        <div className={`${classes.buttons} ${classes.end}`}>
          <Button variant="default" onClick={onClose}>
            {forms.t('cancel')}
          </Button>
          {withFile && (
            <Button variant="default" onClick={() => void tryIt()} loading={check.isPending}>
              {t('action.check')}
            </Button>
          )}
          <Button type="submit" loading={Object.values(sends).some(({ isPending }) => isPending)}>
            {t('action.start')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
