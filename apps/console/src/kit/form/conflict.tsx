import { formWords } from '@kabao/contract/kernel/form.words'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.ts'
import { useWords } from '../words/words.ts'
import classes from './form.module.css'
import type { Difference, Draft, Editor } from './use-editor.ts'

/** The label of a field, and its value as the reader sees it. */
export type Describe = (name: string, value: unknown) => { label: string; text: ReactNode }

/** Shows the fields that somebody else has changed in the meantime, and lets the reader keep either version. */
export function Conflict<D extends Draft>({ editor, conflict, describe }: ConflictProps<D>) {
  const { t } = useWords(formWords)
  return (
    <section className={classes.conflict} role="alert">
      <p className={classes.conflictTitle}>{t('conflict.title')}</p>
      <p>{t('conflict.text')}</p>
      {conflict.length === 0 ? (
        <p>{t('conflict.same')}</p>
      ) : (
        <table className={classes.differences}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
              <th scope="col">{t('conflict.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {conflict.map(({ name, theirs, mine, isMine }) => (
              <tr key={name}>
                <th scope="row">{describe(name, theirs).label}</th>
                <td>{describe(name, theirs).text || t('conflict.empty')}</td>
                <td>
                  {isMine ? (
                    describe(name, mine).text || t('conflict.empty')
                  ) : (
                    <i>{t('conflict.untouched')}</i>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.conflictButtons}>
        <Button size="xs" loading={editor.isSaving} onClick={() => void editor.keepMine()}>
          {t('conflict.keep')}
        </Button>
        <Button size="xs" variant="default" disabled={editor.isSaving} onClick={editor.takeTheirs}>
          {t('conflict.take')}
        </Button>
      </div>
    </section>
  )
}

interface ConflictProps<D extends Draft> {
  editor: Editor<D>
  conflict: readonly Difference[]
  describe: Describe
}
