import { accountWords } from '@kabao/contract/access/account.words'
import { languages } from '@kabao/contract/kernel/language'
import { settingsWords } from '@kabao/contract/operations/settings.words'
import {
  chooseScheme,
  message,
  optionsOf,
  SelectField,
  storedSchemes,
  switchLanguage,
  useScheme,
  useWords,
  wordsOf,
} from '#kit'
import classes from './settings.module.css'

/** Each language by its own name. */
const names = { 'zh-CN': '中文', 'en-US': 'English' } as const

/** Language and theme, stored in this browser. */
export function Appearance() {
  const { t, language } = useWords(accountWords)
  const stored = useScheme((scheme) => scheme.stored)
  const speak = (next: (typeof languages)[number]) => {
    if (next === language) return
    switchLanguage(next)
    message.success(wordsOf(settingsWords).t('language.switched'))
  }
  return (
    <div className={classes.fields}>
      <SelectField
        name="language"
        label={t('language')}
        options={optionsOf(languages, (each) => names[each])}
        isRequired
        value={language}
        onChange={(next: (typeof languages)[number]) => speak(next)}
      />
      <SelectField
        name="theme"
        label={t('theme.label')}
        options={optionsOf(storedSchemes, (each) => t(`theme.${each}`))}
        isRequired
        value={stored}
        onChange={chooseScheme}
      />
    </div>
  )
}
