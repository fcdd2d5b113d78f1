import { codes } from '@kabao/contract/envelope'
import { type FeedbackAct, type FeedbackDetail, feedback, isPossible } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import { type FormEvent, useState } from 'react'
import {
  ask,
  Button,
  Can,
  LongTextField,
  message,
  queries,
  Refusal,
  useGuard,
  usePermission,
  useSend,
  useWords,
} from '#kit'
import classes from './detail.module.css'

/** The reply to one feedback and the acts that its state allows, as far as the reader may. */
export function Handling({ entry }: { entry: FeedbackDetail }) {
  const { t } = useWords(feedbackWords)
  const [base, setBase] = useState(entry.reply)
  const [draft, setDraft] = useState(entry.reply)
  const [problem, setProblem] = useState<string>()
  const isDirty = draft !== base
  useGuard(isDirty)
  // Somebody else's reply is shown where nothing of one's own is lost by it.
  if (entry.reply !== base && !isDirty) {
    setBase(entry.reply)
    setDraft(entry.reply)
  }

  const acts = {
    take: useSend(feedback.take),
    reply: useSend(feedback.reply),
    resolve: useSend(feedback.resolve),
    close: useSend(feedback.close),
    reopen: useSend(feedback.reopen),
  }
  const isBusy = Object.values(acts).some(({ isPending }) => isPending)
  const mayReply = usePermission(feedback.reply) && isPossible('reply', entry.status)
  const mayResolve = usePermission(feedback.resolve) && isPossible('resolve', entry.status)
  const params = { id: entry.id }
  const { version } = entry

  /** Does it and says so; what is refused was said already, and what it is refused for is read again. */
  const run = async (act: FeedbackAct, call: () => Promise<FeedbackDetail>) => {
    if (isBusy) return
    try {
      const { reply } = await call()
      // What was typed without being sent along is still the reader's own.
      if (act === 'reply' || (act === 'resolve' && isDirty)) {
        setBase(reply)
        setDraft(reply)
      }
      setProblem(undefined)
      message.success(t(`done.${act}`))
    } catch (error) {
      if (!(error instanceof Refusal)) return
      if (error.fields?.reply) setProblem(error.fields.reply)
      if (error.code === codes.conflict) void queries.invalidateQueries({ queryKey: [feedback.get.area] })
    }
  }
  const reply = () => run('reply', () => acts.reply.mutateAsync({ params, body: { version, reply: draft } }))
  const resolve = () =>
    run('resolve', () =>
      acts.resolve.mutateAsync({
        params,
        body: { version, ...(isDirty && draft.trim() !== '' && { reply: draft }) },
      }),
    )
  const simply = (act: 'take' | 'close' | 'reopen') => () =>
    run(act, () => acts[act].mutateAsync({ params, body: { version } }))
  const close = () =>
    void ask({
      title: t('ask.closeTitle'),
      text: t('ask.closeText'),
      action: t('action.close'),
      isDanger: true,
      run: simply('close'),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void reply()
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {mayReply ? (
        <LongTextField
          name="reply"
          label={t('field.reply')}
          placeholder={t('hint.reply')}
          value={draft}
          error={problem}
          onChange={(text) => {
            setDraft(text)
            setProblem(undefined)
          }}
        />
      ) : (
        <>
          <h3 className={classes.heading}>{t('field.reply')}</h3>
          <p className={classes.content}>{entry.reply || t('detail.noReply')}</p>
        </>
      )}
      <div className={classes.buttons}>
        {isPossible('take', entry.status) && (
          <Can use={feedback.take}>
            <Button loading={acts.take.isPending} onClick={() => void simply('take')()}>
              {t('action.take')}
            </Button>
          </Can>
        )}
        {mayReply && (
          <Button type="submit" variant="default" loading={acts.reply.isPending} disabled={!isDirty}>
            {t('action.reply')}
          </Button>
        )}
        {mayResolve && (
          <Button loading={acts.resolve.isPending} onClick={() => void resolve()}>
            {t(isDirty ? 'action.replyAndResolve' : 'action.resolve')}
          </Button>
        )}
        {isPossible('close', entry.status) && (
          <Can use={feedback.close}>
            <Button variant="light" color="red" onClick={close}>
              {t('action.close')}
            </Button>
          </Can>
        )}
        {isPossible('reopen', entry.status) && (
          <Can use={feedback.reopen}>
            <Button variant="default" loading={acts.reopen.isPending} onClick={() => void simply('reopen')()}>
              {t('action.reopen')}
            </Button>
          </Can>
        )}
      </div>
    </form>
  )
}
