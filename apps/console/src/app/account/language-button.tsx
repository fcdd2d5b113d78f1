import { settingsWords } from '@kabao/contract/operations/settings.words'
import type { ComponentPropsWithRef } from 'react'
import { IconLanguage, useWords } from '#kit'
import { RoundButton } from './round-button.tsx'

export function LanguageButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useWords(settingsWords)
  return (
    <RoundButton label={t('language')} aria-haspopup="menu" {...props}>
      <IconLanguage size={16} aria-hidden />
    </RoundButton>
  )
}
