import { type SettingKey, type SettingValue, settingDefinitions } from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { formatFen, formatNumber, useWords } from '#kit'

/** The value of a setting as text: `120 分钟`, `¥1,000.00`, `开`. */
export function useValueText(): (key: SettingKey, value: SettingValue) => string {
  const { t, language } = useWords(settingWords)
  return (key, value) => {
    const definition = settingDefinitions[key]
    switch (definition.kind) {
      case 'whole':
        return `${formatNumber(value as number, language)} ${t(`unit.${definition.unit}`)}`
      case 'fen':
        return formatFen(value as number, language)
      case 'flag':
        return t(value ? 'flag.on' : 'flag.off')
      case 'text':
        return (value as [string, string]).filter((each) => each !== '').join(' / ') || t('nothing')
      case 'address':
      case 'regions':
        return String(value) || t('nothing')
      default:
        return String(value)
    }
  }
}
