import { settingsWords } from '@kabao/contract/operations/settings.words'
import { type ReactNode, useId, useState } from 'react'
import {
  Alert,
  Button,
  copyText,
  Drawer,
  IconSearch,
  message,
  Switch,
  toggleScheme,
  UnstyledButton,
  useScheme,
  useWords,
} from '#kit'
import { toggleFullScreen, useFullScreen } from '../account/full-screen.ts'
import { LanguageSwitch } from '../account/language-switch.tsx'
import { fetchMenu } from '../guard/menu-fetch.ts'
import { openPanel } from '../palette/palette-store.ts'
import { settingsText } from './copy.ts'
import classes from './drawer.module.css'
import { MenuWidth } from './menu-width.tsx'
import { change, type Settings, setDrawer, useSettings } from './store.ts'
import { ThemeColor } from './theme-color.tsx'

/** Every setting that can be changed for this visit; to keep the values, copy them into the settings file. */
export default function DrawerContent() {
  const { t } = useWords(settingsWords)
  const isDark = useScheme(({ scheme }) => scheme === 'dark')
  const isFull = useFullScreen()
  const [isChoosing, setIsChoosing] = useState(false)
  const close = () => setDrawer(false)
  const copy = async () => {
    if (await copyText(settingsText())) message.success(t('copySettings.message'))
    else message.error(t('copySettings.failed'))
  }
  // The server's menu is fetched before the setting applies; if the fetch fails, the menu is empty (docs/specification/frame.md).
  const setMenuFromServer = async (menuFromServer: boolean) => {
    if (menuFromServer) await fetchMenu()
    change({ menuFromServer })
  }

  return (
    <Drawer
      opened
      onClose={close}
      // Escape closes only the part that was opened last.
      closeOnEscape={!isChoosing}
      position="right"
      size={300}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 150 }}
    >
      <div className={classes.blocks}>
        <ThemeColor isChoosing={isChoosing} onChoosing={setIsChoosing} />
        <section>
          <h3 className={classes.heading}>{t('content')}</h3>
          <Toggle name="navbar" />
          <Toggle name="menu" />
          <Toggle name="footer" />
          <Toggle name="tabBar" />
          <Toggle name="menuFromServer" onChange={(isOn) => void setMenuFromServer(isOn)} />
          <MenuWidth />
        </section>
        <section>
          <h3 className={classes.heading}>{t('otherSettings')}</h3>
          <Toggle name="colorWeak" />
          <SwitchRow label={t('theme')} isOn={isDark} onChange={toggleScheme} />
          <SwitchRow label={t('fullScreen')} isOn={isFull} onChange={toggleFullScreen} />
          <div className={classes.row}>
            <span>{t('language')}</span>
            <LanguageSwitch />
          </div>
          <UnstyledButton
            className={classes.row}
            onClick={() => {
              close()
              openPanel('palette')
            }}
          >
            <span>{t('search')}</span>
            <IconSearch size={16} aria-hidden />
          </UnstyledButton>
        </section>
        <Alert color="arcoblue" className={classes.alert}>
          {t('alertContent')}
        </Alert>
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t('close')}
          </Button>
          <Button onClick={() => void copy()}>{t('copySettings')}</Button>
        </div>
      </div>
    </Drawer>
  )
}

type Flag = 'navbar' | 'menu' | 'footer' | 'tabBar' | 'menuFromServer' | 'colorWeak'

function Toggle({ name, onChange }: { name: Flag; onChange?: (isOn: boolean) => void }) {
  const { t } = useWords(settingsWords)
  const isOn = useSettings((settings) => settings[name])
  const set = onChange ?? ((value: boolean) => change({ [name]: value } as Partial<Settings>))
  return <SwitchRow label={t(name)} isOn={isOn} onChange={set} />
}

function SwitchRow({
  label,
  isOn,
  onChange,
}: {
  label: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      <Switch
        id={id}
        size="sm"
        withThumbIndicator={false}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
