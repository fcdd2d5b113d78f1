import type { PushDetail } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushReturn } from '@kabao/contract/engine/push-return'
import { useState } from 'react'
import { Button, message, Refusal, SelectField, useProblems, useSend, useWords } from '#kit'
import classes from './detail.module.css'

/** Asks for the return of an accepted person, for one of the agreed reasons. */
export function AskReturn({ record: { id, returnReasons } }: { record: PushDetail }) {
  const { t } = useWords(pushWords)
  const [reason, setReason] = useState<string>()
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(pushReturn.ask)
  const ask = async () => {
    if (reason === undefined) return
    try {
      const { status } = await mutateAsync({ params: { id }, body: { reason } })
      message.success(t(status === 'returned' ? 'returning.done' : 'returning.asked'))
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <section className={classes.settle}>
      <p className={classes.hint}>{t('returning.hint')}</p>
      <SelectField
        name="reason"
        label={t('returning.reason')}
        options={returnReasons.map((each) => ({ value: each, label: each }))}
        value={reason}
        error={problems.reason}
        onChange={(next: string | undefined) => {
          setReason(next)
          setProblems({})
        }}
      />
      <div className={classes.links}>
        <Button
          variant="default"
          disabled={reason === undefined}
          loading={isPending}
          onClick={() => void ask()}
        >
          {t('returning.button')}
        </Button>
      </div>
    </section>
  )
}
