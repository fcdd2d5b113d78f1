import { type Language, languages } from '@kabao/contract/language'
import { settingsWords } from '@kabao/contract/settings.words'
import { useEffect, useRef, useState } from 'react'
import { IconCheck, Menu, message, switchLanguage, useLanguage, wordsOf } from '#kit'
import { LanguageButton } from './language-switch.tsx'

/** Each language under its own name. */
const names: Record<Language, string> = { 'zh-CN': '中文', 'en-US': 'English' }

/** The languages to choose from; choosing the present one does nothing (behaviour reference, section 15). */
export default function LanguageMenu() {
  const present = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // It takes the place of a button that was pressed: the focus moves here first, so that closing returns to it.
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  const choose = async (language: Language) => {
    if (language === present) return
    await switchLanguage(language)
    message.success(wordsOf(settingsWords).t('language.switched'))
  }
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setIsOpen} withinPortal={false}>
      <Menu.Target>
        <LanguageButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={
              <IconCheck size={14} aria-hidden visibility={language === present ? 'visible' : 'hidden'} />
            }
            aria-current={language === present}
            onClick={() => void choose(language)}
          >
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
