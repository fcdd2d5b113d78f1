import { frameWords } from '@kabao/contract/app/frame.words'
import { currentLanguage, onLanguageChange, wordsOf } from '#kit'

/** Keeps the document's title and language equal to the language that is shown (docs/specification/frame.md). */
export function followLanguage(): void {
  const apply = () => {
    document.title = wordsOf(frameWords).t('title')
    document.documentElement.lang = currentLanguage()
  }
  apply()
  onLanguageChange(apply)
}
