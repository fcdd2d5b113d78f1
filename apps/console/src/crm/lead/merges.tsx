import { lead } from '@kabao/contract/crm/lead'
import type { LeadMergeRow } from '@kabao/contract/crm/lead-merge'
import { leadMergeWords } from '@kabao/contract/crm/lead-merge.words'
import { useAnswer, useSend } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { ask } from '#kit/form/confirm.tsx'
import { formatInstant } from '#kit/format.ts'
import { message } from '#kit/message/message.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './lead.module.css'

/** What was merged into a lead, and the way back; nothing if nothing was. */
export function Merges({ id }: { id: string }) {
  const { t, language } = useWords(leadMergeWords)
  const { data = [] } = useAnswer(lead.merges, { params: { id } })
  const { mutateAsync } = useSend(lead.undoMerge)
  if (data.length === 0) return null

  const undo = (merge: LeadMergeRow) =>
    ask({
      title: t('undo.title'),
      text: whatStays(merge),
      action: t('action.undo'),
      run: (key) => mutateAsync({ params: { id }, body: { mergeId: merge.id }, key }),
    }).then((isDone) => isDone && message.success(t('undo.done')))

  /** Says what an undoing leaves as it is. */
  const whatStays = ({ left }: LeadMergeRow): string => {
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
                <Can use={lead.undoMerge}>
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
