import { type SettingRow, standardOf } from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { type Dispatch, memo } from 'react'
import { Button, formatInstant, useWords } from '#kit'
import { Control } from './control.tsx'
import classes from './setting.module.css'
import { type Act, type Change, shownOf } from './use-changes.ts'
import { useValueText } from './value-text.ts'

export interface SettingFieldProps {
  row: SettingRow
  change: Change | undefined
  problem: string | undefined
  /** Only for a setting that has a text in each of the two languages. */
  problemInChinese: string | undefined
  problemInEnglish: string | undefined
  dispatch: Dispatch<Act>
  isReadOnly: boolean
}

/** One setting: its input, its default, and who changed it when. Typing into one setting does not render the others again. */
export const SettingField = memo(function SettingField(props: SettingFieldProps) {
  const { row, change, dispatch, isReadOnly } = props
  const { t, language } = useWords(settingWords)
  const textOf = useValueText()
  const { key } = row
  const isStandard = JSON.stringify(shownOf(row, change)) === JSON.stringify(standardOf(key))
  return (
    <div className={classes.field} data-changed={change !== undefined || undefined}>
      <Control {...props} />
      <p className={classes.about}>
        <span>{t('standard', { value: textOf(key, standardOf(key)) })}</span>
        {row.updatedAt !== null && (
          <span>
            {t('changed', { who: row.updatedBy ?? '—', when: formatInstant(row.updatedAt, language) })}
          </span>
        )}
        {!isReadOnly && !isStandard && (
          <button
            type="button"
            className={classes.reset}
            aria-label={t('resetOf', { name: t(`name.${key}`) })}
            onClick={() => dispatch({ act: 'reset', row })}
          >
            {t('reset')}
          </button>
        )}
      </p>
      {change !== undefined && change.version !== row.version && (
        <div className={classes.theirs} role="alert">
          <p>{t('theirs', { value: textOf(key, row.value) })}</p>
          <Button size="xs" variant="default" onClick={() => dispatch({ act: 'keep', row })}>
            {t('keep')}
          </Button>
          <Button size="xs" variant="default" onClick={() => dispatch({ act: 'discard', keys: [key] })}>
            {t('take')}
          </Button>
        </div>
      )}
    </div>
  )
})
