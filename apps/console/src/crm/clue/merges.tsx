import { clue } from '@kabao/contract/crm/clue'
import type { ClueMergeRow } from '@kabao/contract/crm/clue-merge'
import { clueMergeWords } from '@kabao/contract/crm/clue-merge.words'
import { useAnswer, useSend } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { ask } from '#kit/form/confirm.tsx'
import { formatInstant } from '#kit/format.ts'
import { message } from '#kit/message/message.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './clue.module.css'

/** What was merged into a lead, and the way back; nothing if nothing was. */
export function Merges({ id }: { id: string }) {
  const { t, language } = useWords(clueMergeWords)
  const { data = [] } = useAnswer(clue.merges, { params: { id } })
  const { mutateAsync } = useSend(clue.undoMerge)
  if (data.length === 0) return null

  const undo = (merge: ClueMergeRow) =>
    ask({
      title: t('undo.title'),
      text: whatStays(merge),
      action: t('action.undo'),
      run: (key) => mutateAsync({ params: { id }, body: { mergeId: merge.id }, key }),
    }).then((isDone) => isDone && message.success(t('undo.done')))

  /** Says what an undoing leaves as it is. */
  const whatStays = ({ left }: ClueMergeRow): string => {
    if (!left) return ''
    const { fields, acts, isHolderFull } = left
    const parts = [
      fields.length > 0 &&
        t('undo.fields', { fields: fields.map((field) => t(`field.${field}`)).join(', ') }),
      acts.length > 0 && t('undo.acts', { count: acts.length }),
      isHolderFull && t('undo.full'),
    ].filter((part) => part !== false)
    return parts.length === 0 ? t('undo.exact') : parts.join(' ')
  }
  return (
    <section>
      <h3 className={classes.heading}>{t('list')}</h3>
      <ul className={classes.merges}>
        {data.map((merge) => (
          <li key={merge.id}>
            {t('line', { at: formatInstant(merge.at, language), by: merge.by ?? '–', id: merge.otherId })}
            {merge.isUndone && ` · ${t('undone')}`}
            {merge.undoUntil !== null && (
              <>
                {` · ${t('until', { at: formatInstant(merge.undoUntil, language) })} `}
                <Can use={clue.undoMerge}>
                  <Button size="xs" variant="default" onClick={() => void undo(merge)}>
                    {t('action.undo')}
                  </Button>
                </Can>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
