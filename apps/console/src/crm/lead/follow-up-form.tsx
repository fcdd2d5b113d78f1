import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { followUpResults, followUpWays } from '@kabao/contract/crm/lead-timeline'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { Button } from '#kit/controls/button.ts'
import { DateTimeField } from '#kit/form/date-time-field.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { optionsOf } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { UploadField } from '#kit/form/upload-field.tsx'
import { useFocusProblem } from '#kit/form/use-focus-problem.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { message } from '#kit/message/message.ts'
import { useGuard } from '#kit/session/unsaved.ts'
import { useWords } from '#kit/words/words.ts'
import { DigitChoice } from './digit-choice.tsx'
import classes from './lead.module.css'
import { nextTimeNames, nextTimes } from './next-times.ts'

const blank = {
  way: 'call' as (typeof followUpWays)[number],
  content: '',
  result: 'reached' as (typeof followUpResults)[number],
  nextAt: null as string | null,
  stage: undefined as (typeof stages)[number] | undefined,
  fileIds: [] as readonly string[],
}
const stages = ['contacted', 'interested', 'applied'] as const

interface FollowUpProps {
  lead: LeadRow
  onSaved?: () => void
  /** The form is worked by the keyboard: it takes the focus, number keys choose, and it has no images. */
  isQuick?: boolean
  /** Takes the focus each time that this changes. */
  focusedBy?: number
}

/** What was said to the person of a lead. What was typed stays until it is saved. */
export default function FollowUpForm({ lead, onSaved, isQuick = false, focusedBy = 0 }: FollowUpProps) {
  const { t, language } = useWords(leadPageWords)
  const own = useWords(leadWords)
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(leadCalls.followUp)
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  useGuard(draft !== blank)
  useFocusProblem(form, problems)
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()
  useEffect(() => {
    const first = isQuick ? 'input[name=way]:checked' : 'textarea'
    if (isQuick || focusedBy > 0) form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [isQuick, focusedBy])

  const change = (part: Partial<typeof blank>) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblems({})
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    if (isPending || form.current?.querySelector('[data-uploading]')) return
    const { stage, ...rest } = draft
    const checked = leadCalls.followUp.body.safeParse({ ...rest, ...(stage && { stage }) })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await mutateAsync({ params: { id: lead.id }, body: checked.data })
      message.success(t('follow.saved'))
      // What was typed since the follow-up was sent stays.
      setDraft((now) => (now === draft ? blank : now))
      onSaved?.()
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      ref={form}
      aria-labelledby={heading}
      className={classes.follow}
      onSubmit={(event) => void submit(event)}
      onKeyDown={keyDown}
      noValidate
    >
      <h3 id={heading} className={classes.heading}>
        {t('follow.title')}
      </h3>
      <DigitChoice
        name="way"
        label={own.t('field.way')}
        options={optionsOf(followUpWays, (each) => own.t(`way.${each}`))}
        value={draft.way}
        onChange={(way) => change({ way })}
        hasDigits={isQuick}
        onDigit={() => focusOn('input[name=result]:checked')}
      />
      <DigitChoice
        name="result"
        label={own.t('field.result')}
        options={optionsOf(followUpResults, (each) => own.t(`result.${each}`))}
        value={draft.result}
        onChange={(result) => change({ result })}
        hasDigits={isQuick}
        onDigit={() => focusOn('textarea')}
      />
      <LongTextField
        name="content"
        label={own.t('field.content')}
        placeholder={t('follow.content')}
        isRequired
        value={draft.content}
        error={problems.content}
        onChange={(content) => change({ content })}
      />
      <DateTimeField
        name="nextAt"
        label={own.t('field.nextAt')}
        value={draft.nextAt}
        error={problems.nextAt}
        onChange={(nextAt) => change({ nextAt })}
      />
      <fieldset className={classes.presets} aria-label={t('follow.presets')}>
        {nextTimeNames.map((name) => (
          <Button
            key={name}
            size="xs"
            variant="default"
            onClick={() => change({ nextAt: nextTimes[name]() })}
          >
            {t(`follow.${name}`)}
          </Button>
        ))}
      </fieldset>
      <SelectField
        name="stage"
        label={t('follow.stage')}
        placeholder={t('follow.keepStage')}
        options={optionsOf(stages, (each) => own.t(`stage.${each}`))}
        value={draft.stage}
        error={problems.stage}
        onChange={(stage: typeof draft.stage) => change({ stage })}
      />
      {!isQuick && (
        <UploadField
          name="fileIds"
          label={own.t('field.fileIds')}
          use="followUp"
          value={draft.fileIds}
          error={problems.fileIds}
          onChange={(fileIds) => change({ fileIds })}
        />
      )}
      <div className={classes.buttons}>
        <span className={classes.hint}>{t('follow.submitHint')}</span>
        <Button type="submit" loading={isPending}>
          {t('follow.submit')}
        </Button>
      </div>
    </form>
  )
}
