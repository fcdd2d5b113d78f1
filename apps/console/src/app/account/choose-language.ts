import type { Language } from '@kabao/contract/kernel/language'
import { settingsWords } from '@kabao/contract/operations/settings.words'
import { currentLanguage, message, switchLanguage, wordsOf } from '#kit'

/**
 * Switches to another language and confirms it in that language; choosing the current language does nothing
 * (docs/specification/frame.md).
 */
export function chooseLanguage(language: Language): void {
  if (language === currentLanguage()) return
  switchLanguage(language)
  message.success(wordsOf(settingsWords).t('language.switched'))
}
