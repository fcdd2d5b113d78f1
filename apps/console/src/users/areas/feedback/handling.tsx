import { type FeedbackDetail, feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { type FormEvent, useState } from 'react'
import { ActButtons, LongTextField, useActs, useGuard, useProblems, useWords } from '#kit'
import classes from './detail.module.css'

/** The reply to one feedback, and the acts that its state and the permission points allow. */
export function Handling({ entry }: { entry: FeedbackDetail }) {
  const { t } = useWords(feedbackWords)
  const [base, setBase] = useState(entry.reply)
  const [draft, setDraft] = useState(entry.reply)
  const [problems, setProblems] = useProblems()
  const isDirty = draft !== base
  useGuard(isDirty)
  // A reply saved by another administrator is shown unless it would overwrite unsaved text.
  if (entry.reply !== base && !isDirty) {
    setBase(entry.reply)
    setDraft(entry.reply)
  }

  const acts = useActs(feedbackMachine, feedback, entry, {
    done(act, { reply }) {
      setProblems({})
      // An act that does not send the draft keeps it as it is.
      if (act !== 'reply' && !(act === 'resolve' && isDirty)) return
      setBase(reply)
      setDraft(reply)
    },
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void acts.run('reply', { reply: draft })
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {acts.names.includes('reply') ? (
        <LongTextField
          name="reply"
          label={t('field.reply')}
          placeholder={t('hint.reply')}
          value={draft}
          error={problems.reply}
          onChange={(text) => {
            setDraft(text)
            setProblems({})
          }}
        />
      ) : (
        <>
          <h3 className={classes.heading}>{t('field.reply')}</h3>
          <p className={classes.content}>{entry.reply || t('detail.noReply')}</p>
        </>
      )}
      <div className={classes.buttons}>
        <ActButtons
          acts={acts}
          special={{
            reply: { isSubmit: true, variant: 'default', disabled: !isDirty },
            resolve: {
              label: isDirty ? t('action.replyAndResolve') : undefined,
              input: isDirty && draft.trim() !== '' ? { reply: draft } : undefined,
            },
            reopen: { variant: 'default' },
          }}
        />
      </div>
    </form>
  )
}
