import { type Language, languages } from '@kabao/contract/kernel/language'
import { useEffect, useRef, useState } from 'react'
import { IconCheck, Menu, useLanguage } from '#kit'
import { chooseLanguage } from './choose-language.ts'
import { LanguageButton } from './language-button.tsx'

/** The name of each language, in that language. */
const names: Record<Language, string> = { 'zh-CN': '中文', 'en-US': 'English' }

/** The languages to choose from; choosing the current one does nothing (docs/specification/frame.md). */
export default function LanguageMenu() {
  const present = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // This menu replaces the button that was pressed. The focus moves here first, so that closing the menu returns it here.
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
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
            onClick={() => chooseLanguage(language)}
          >
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
