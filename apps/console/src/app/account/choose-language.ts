import type { Language } from '@kabao/contract/language'
import { settingsWords } from '@kabao/contract/settings.words'
import { currentLanguage, message, switchLanguage, wordsOf } from '#kit'

/** Shows another language and says so in it; the present one changes nothing (behaviour reference, section 15). */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return
  await switchLanguage(language)
  message.success(wordsOf(settingsWords).t('language.switched'))
}
