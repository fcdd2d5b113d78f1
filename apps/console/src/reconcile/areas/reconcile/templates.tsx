import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { message, Refusal, UnstyledButton, useWords } from '#kit'
import { saveAnswer } from '#kit/file/save-answer.ts'
import classes from './form.module.css'

const formats = ['xlsx', 'csv'] as const

/** Saves the template of a list, for who makes the table by hand. */
export function Templates({ of }: { of: 'bill' | 'orgList' }) {
  const { t } = useWords(reconcileWords)
  const save = (format: (typeof formats)[number]) =>
    saveAnswer(reconcile.template, { params: {}, query: { of, format } }).catch((error: unknown) =>
      message.error(error instanceof Refusal ? error.message : t('templateFailed')),
    )
  return (
    <p className={classes.hint}>
      {t('template')}{' '}
      {formats.map((format) => (
        <UnstyledButton key={format} className={classes.link} onClick={() => void save(format)}>
          {format.toUpperCase()}
        </UnstyledButton>
      ))}
    </p>
  )
}
