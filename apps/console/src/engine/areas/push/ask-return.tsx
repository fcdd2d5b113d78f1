import type { PushDetail } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { pushReturn } from '@kabao/contract/engine/push-return'
import { useState } from 'react'
import { Button, formatFen, message, Refusal, SelectField, useProblems, useSend, useWords } from '#kit'
import { ask } from '#kit/form/confirm.tsx'
import classes from './detail.module.css'
import { factsOf } from './facts-of.ts'

/** Asks for the return of an accepted person, for one of the agreed reasons. */
export function AskReturn({ record }: { record: PushDetail }) {
  const { id, returnReasons, priceFen } = record
  const { t, language } = useWords(pushWords)
  const [reason, setReason] = useState<string>()
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(pushReturn.ask)
  const request = async (reason: string, key: string) => {
    try {
      const { status } = await mutateAsync({ params: { id }, body: { reason }, key })
      message.success(t(status === 'returned' ? 'returning.done' : 'returning.asked'))
    } catch (error) {
      if (!(error instanceof Refusal && error.fields)) throw error
      setProblems(error.fields)
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
          onClick={() =>
            reason !== undefined &&
            void ask({
              title: t('returning.title'),
              facts: factsOf(record, formatFen(priceFen, language)),
              text: t('returning.text', { reason }),
              action: t('returning.button'),
              run: (key) => request(reason, key),
            })
          }
        >
          {t('returning.button')}
        </Button>
      </div>
    </section>
  )
}
