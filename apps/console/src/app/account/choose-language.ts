import type { Language } from '@kabao/contract/language'
import { settingsWords } from '@kabao/contract/settings.words'
import { currentLanguage, message, switchLanguage, wordsOf } from '#kit'

/** Shows another language and says so in it; the present one changes nothing (docs/specification/frame.md). */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return
  await switchLanguage(language)
  message.success(wordsOf(settingsWords).t('language.switched'))
}
