import { settingDefinitions } from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import {
  formatFen,
  formatNumber,
  LongTextField,
  MoneyField,
  NumberField,
  Switch,
  TextField,
  TimeZoneField,
  useWords,
} from '#kit'
import type { SettingFieldProps } from './field.tsx'
import classes from './setting.module.css'
import { shownOf } from './use-changes.ts'

/** The input for the type of a setting. */
export function Control(props: SettingFieldProps) {
  const { row, change, problem, dispatch, isReadOnly } = props
  const { t, language } = useWords(settingWords)
  const { key } = row
  const definition = settingDefinitions[key]
  const value = shownOf(row, change)
  const name = t(`name.${key}`)
  const help = t(`help.${key}`)
  const common = {
    name: key,
    label: name,
    description: help,
    error: problem,
    isDisabled: isReadOnly,
    onChange: (next: unknown) => dispatch({ act: 'change', row, value: next }),
    onBlur: () => dispatch({ act: 'check', key }),
  }
  switch (definition.kind) {
    case 'whole':
    case 'fen': {
      const isMoney = definition.kind === 'fen'
      const Field = isMoney ? MoneyField : NumberField
      const worded = (limit: number) => (isMoney ? formatFen(limit, language) : formatNumber(limit, language))
      const least = isMoney ? undefined : definition.least
      const limits = { min: worded(least ?? definition.min), max: worded(definition.max) }
      return (
        <Field
          {...common}
          label={t('named', { name, unit: t(`unit.${isMoney ? 'yuan' : definition.unit}`) })}
          description={`${help} ${t(least === undefined ? 'limits' : 'limitsOrZero', limits)}`}
          value={typeof value === 'number' ? value : null}
          min={definition.min}
          max={definition.max}
        />
      )
    }
    case 'flag':
      return (
        <div>
          <Switch
            name={key}
            label={name}
            aria-describedby={`${key}-help`}
            checked={value === true}
            disabled={isReadOnly}
            error={problem}
            onChange={(event) => common.onChange(event.currentTarget.checked)}
          />
          <p id={`${key}-help`} className={classes.help}>
            {help}
          </p>
        </div>
      )
    case 'text':
      return <BothTexts {...props} value={value as [string, string]} />
    case 'zone':
      return <TimeZoneField {...common} value={value as string} />
    case 'address':
    case 'regions':
      return <TextField {...common} value={value as string} />
    case 'time':
      return <TextField {...common} value={value as string} placeholder="00:00" />
  }
}

function BothTexts({
  row,
  value: [chinese, english],
  problemInChinese,
  problemInEnglish,
  dispatch,
  isReadOnly,
}: SettingFieldProps & { value: [string, string] }) {
  const { t } = useWords(settingWords)
  const { key } = row
  const name = t(`name.${key}`)
  const change = (value: [string, string]) => dispatch({ act: 'change', row, value })
  const check = () => dispatch({ act: 'check', key })
  return (
    <>
      <LongTextField
        name={`${key}.0`}
        label={t('named', { name, unit: t('inLanguage.chinese') })}
        description={t(`help.${key}`)}
        value={chinese}
        error={problemInChinese}
        isDisabled={isReadOnly}
        onChange={(next) => change([next, english])}
        onBlur={check}
      />
      <LongTextField
        name={`${key}.1`}
        label={t('named', { name, unit: t('inLanguage.english') })}
        value={english}
        error={problemInEnglish}
        isDisabled={isReadOnly}
        onChange={(next) => change([chinese, next])}
        onBlur={check}
      />
    </>
  )
}
