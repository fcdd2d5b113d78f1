import { settingsWords } from '@kabao/contract/operations/settings.words'
import { lazy, Suspense } from 'react'
import { IconSettings, runtimeConfig, UnstyledButton, useWords } from '#kit'
import { loadChunk } from '#kit/page/chunk.ts'
import classes from './opener.module.css'
import { setDrawer, useSettings } from './store.ts'

const DrawerContent = lazy(() => loadChunk(() => import('./drawer-content.tsx')))

/** The settings, if the deployment offers them (docs/specification/frame.md); loaded when first opened. */
export function SettingsDrawer() {
  const isOpen = useSettings(({ globalSettings }) => globalSettings)
  return <Suspense>{isOpen && <DrawerContent />}</Suspense>
}

/** The button at the right edge that opens the settings. */
export function SettingsOpener() {
  const { t } = useWords(settingsWords)
  if (!runtimeConfig().settings) return null
  return (
    <UnstyledButton
      className={classes.opener}
      aria-label={t('title')}
      title={t('title')}
      onClick={() => setDrawer(true)}
    >
      <IconSettings size={18} aria-hidden />
    </UnstyledButton>
  )
}
