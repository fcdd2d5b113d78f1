import { accountWords } from '@kabao/contract/access/account.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { lazy, memo, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Loader, Page, Tabs, useWords } from '#kit'
import { ConfirmAtProvider } from '../password/confirm.tsx'
import { PasswordForm } from '../password/form.tsx'
import { SecondFactorPanel } from '../second-factor/panel.tsx'
import { Appearance } from './appearance.tsx'
import { Sessions } from './sessions.tsx'
import classes from './settings.module.css'

const AccessTokens = lazy(() => import('../../../access-token/panel.tsx'))

const tabs = ['password', 'second-factor', 'sessions', 'tokens', 'appearance'] as const
type Tab = (typeof tabs)[number]

const contents: Record<Tab, () => React.JSX.Element> = {
  password: () => (
    <>
      <ConfirmAtProvider />
      <PasswordForm />
    </>
  ),
  'second-factor': () => <SecondFactorPanel />,
  sessions: () => <Sessions />,
  tokens: () => (
    <Suspense fallback={<Loader size="sm" />}>
      <AccessTokens />
    </Suspense>
  ),
  appearance: () => <Appearance />,
}

/** The settings of one's own account and browser. The address names the tab. */
export default memo(function SettingsPage() {
  const { t } = useWords(accountWords)
  const { t: title } = useWords(menuWords)
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((each) => each === search.get('tab')) ?? 'password'
  return (
    <Page title={title('userSettings')}>
      <Tabs
        value={tab}
        onChange={(next) => setSearch({ tab: next ?? 'password' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            {contents[each]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
})
