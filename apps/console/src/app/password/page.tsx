import { frameWords } from '@kabao/contract/app/frame.words'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PasswordForm } from '#access'
import { Alert, Page, readUser, useWords } from '#kit'
import { nextAddress } from '../guard/addresses.ts'
import { fetchMenu } from '../guard/menu-fetch.ts'
import classes from './password.module.css'

/** Changes the administrator's own password; an administrator who must change it is sent here from every page. */
export default function PasswordPage() {
  const { t } = useWords(frameWords)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [mustChange] = useState(() => readUser()?.mustChangePassword === true)
  const goOn = () => {
    if (!mustChange) return
    void fetchMenu()
    void navigate(nextAddress(search))
  }
  return (
    <Page title={t('password.title')}>
      {mustChange && (
        <Alert color="orange" className={classes.must}>
          {t('password.must')}
        </Alert>
      )}
      <PasswordForm onChanged={goOn} />
    </Page>
  )
}
