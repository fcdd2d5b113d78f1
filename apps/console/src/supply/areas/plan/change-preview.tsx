import type { PlanPreview } from '@kabao/contract/supply/plan'
import { planFormWords } from '@kabao/contract/supply/plan-form.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { formatFen, formatInstant, formatNumber, useWords } from '#kit'
import type { Describe } from '#kit/form/conflict.tsx'
import type { PlanDraft } from './draft.ts'
import { Overlaps } from './overlaps.tsx'
import classes from './plan.module.css'

interface ChangePreviewProps {
  preview: PlanPreview
  isNew: boolean
  describe: Describe
  /** The stored values; absent for a new plan. */
  before: PlanDraft | undefined
  after: PlanDraft
}

/** What saving would change and from when, and the plans that it would overlap with. */
export function ChangePreview({ preview, isNew, describe, before, after }: ChangePreviewProps) {
  const { t, language } = useWords(planFormWords)
  const page = useWords(planPageWords)
  const textOf = (draft: PlanDraft, name: string) => {
    const { text } = describe(name, draft[name as keyof PlanDraft])
    return text === '' ? t('change.empty') : text
  }
  return (
    <section aria-label={t('change.title')} className={classes.change}>
      {!isNew && before && (
        <>
          <h3 className={classes.heading}>{t('change.title')}</h3>
          {preview.changes.length === 0 ? (
            <p className={classes.quiet}>{t('change.none')}</p>
          ) : (
            <>
              <p className={classes.quiet}>
                {preview.from === null
                  ? t('change.later')
                  : t('change.from', { at: formatInstant(preview.from, language) })}
              </p>
              <div className={classes.scroll}>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('change.field')}</th>
                      <th scope="col">{t('change.before')}</th>
                      <th scope="col">{t('change.after')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {preview.changes.map((name) => (
                      <tr key={name}>
                        <th scope="row">{describe(name, null).label}</th>
                        <td>{textOf(before, name)}</td>
                        <td>{textOf(after, name)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p className={classes.quiet}>
                {t('change.used', {
                  count: formatNumber(preview.usedToday, language),
                  money: formatFen(preview.spentTodayFen, language),
                })}
              </p>
              {preview.isFull && (
                <p role="alert" className={classes.warning}>
                  {t('change.full')}
                </p>
              )}
            </>
          )}
        </>
      )}
      <h3 className={classes.heading}>{page.t('overlap.title')}</h3>
      <Overlaps overlaps={preview.overlaps} />
    </section>
  )
}
