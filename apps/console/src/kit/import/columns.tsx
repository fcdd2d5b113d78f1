import { formWords } from '@kabao/contract/kernel/form.words'
import type { FileColumns } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage } from '@kabao/contract/kernel/language'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSend } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { Button } from '../controls/button.ts'
import forms from '../form/form.module.css'
import { SelectField } from '../form/select-field.tsx'
import { useFocusProblem } from '../form/use-focus-problem.ts'
import { useProblems } from '../form/use-problems.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import classes from './import.module.css'
import type { ImportInto } from './into.ts'
import { refresh } from './refresh.ts'

const noWords = ['', ''] as const

interface ColumnsProps {
  into: ImportInto
  fileId: string
  head: FileColumns
  onClose: () => void
}

/** Our columns, each with the title of the file that it is read from; Enter has the file checked. */
export function Columns({ into, fileId, head: { titles, columns }, onClose }: ColumnsProps) {
  const { t, language } = useWords(importWords)
  const { t: form } = useWords(formWords)
  const start = useSend(into.use.importStart)
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>(() =>
    Object.fromEntries(columns.map(({ column, title }) => [column, title ?? undefined])),
  )
  const [problems, setProblems] = useProblems()
  const fields = useRef<HTMLFormElement>(null)
  useFocusProblem(fields, problems)
  // The choice that is missing, else the button: a file with our own titles needs no choice.
  useEffect(() => {
    const missing = fields.current?.querySelector<HTMLElement>('[data-missing] input:not([type=hidden])')
    const button = fields.current?.querySelector<HTMLElement>('button[type=submit]')
    ;(missing ?? button)?.focus({ preventScroll: missing === null })
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const named = Object.fromEntries(Object.entries(chosen).filter(([, title]) => title !== undefined))
    const onError = (error: unknown) => {
      const refused = error instanceof Refusal ? Object.entries(error.fields ?? {}) : []
      const own = refused.flatMap(([field, sentence]) =>
        field.startsWith('titles.') ? [[field.slice('titles.'.length), sentence]] : [],
      )
      setProblems(Object.fromEntries(own))
      if (own.length > 0) return
      message.error(refused[0]?.[1] ?? (error instanceof Refusal ? error.message : t('failed')))
      refresh(into)
    }
    start.mutate({ body: { fileId, titles: named as Record<string, string> }, quiet: true }, { onError })
  }
  const used = new Set(Object.values(chosen))
  const ignored = titles.filter(({ title }) => !used.has(title)).map(({ title }) => title)
  const options = titles.map(({ title }) => ({ value: title, label: title }))
  return (
    <form ref={fields} onSubmit={submit} noValidate className={`${classes.dialog} ${forms.form}`}>
      <p className={classes.text}>{t('match')}</p>
      {columns.map(({ column, isRequired, title }) => {
        const value = chosen[column]
        const samples = titles.find((each) => each.title === value)?.samples ?? []
        const note = into.words.tree.notes[column] ?? noWords
        const choose = (next: string | undefined) => {
          setChosen({ ...chosen, [column]: next })
          setProblems(({ [column]: _, ...others }) => others)
        }
        return (
          <div key={column} className={classes.column} data-missing={(isRequired && !title) || undefined}>
            <SelectField
              name={column}
              label={inLanguage(into.words.tree.column[column] ?? noWords, language)}
              placeholder={t(isRequired ? 'chooseTitle' : 'noTitle')}
              options={options}
              value={value}
              onChange={choose}
              error={problems[column]}
              isRequired={isRequired}
            />
            <p className={classes.samples}>
              {value === undefined
                ? inLanguage(note, language)
                : samples.length > 0
                  ? t('samples', { samples: samples.join(t('between')) })
                  : t('noSamples')}
            </p>
          </div>
        )
      })}
      {ignored.length > 0 && (
        <p className={classes.text}>{t('ignored', { titles: ignored.join(t('between')) })}</p>
      )}
      <div className={forms.footer}>
        <Button variant="default" onClick={onClose}>
          {form('cancel')}
        </Button>
        <Button type="submit" loading={start.isPending}>
          {t('action.check')}
        </Button>
      </div>
    </form>
  )
}
