import { loginWords } from '@kabao/contract/access/login.words'
import type { SignedIn } from '@kabao/contract/access/session'
import { type SsoFinished, sso } from '@kabao/contract/access/sso'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Loader, send, useWords } from '#kit'
import classes from './login.module.css'
import { readDevice } from './remembered.ts'

interface SsoReturnProps {
  /** @param query of the login page from which the flow was begun */
  onSignedIn: (answer: SignedIn, query: URLSearchParams) => void
  onChallenge: (challenge: string) => void
  onFailure: (why: string) => void
}

/** What the provider says in the address; anything else in it is left out. */
const names = ['code', 'state', 'iss', 'error'] as const

/** Takes what the provider has put into the address, and clears the address at once. */
export default function SsoReturn({ onSignedIn, onChallenge, onFailure }: SsoReturnProps) {
  const { t } = useWords(loginWords)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isBegun = useRef(false)

  const finish = async () => {
    const returned = Object.fromEntries(
      names.flatMap((name) => {
        const value = search.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const { takeFlow } = await import('#access/sso-flow.ts')
    const begun = takeFlow()
    const back = new URL(begun?.back ?? '/login', window.location.origin)
    await navigate(back.pathname + back.search, { replace: true })
    if (!begun) return onFailure(t('sso.lost'))
    try {
      const answer: SsoFinished = await send(sso.finish, {
        body: { flow: begun.flow, ...returned, ...readDevice() },
        quiet: true,
      })
      if ('challenge' in answer) onChallenge(answer.challenge)
      else if ('token' in answer) onSignedIn(answer, back.searchParams)
    } catch (error) {
      onFailure((error as Error).message || t('form.login.errMsg'))
    }
  }

  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void finish()
  })

  return (
    <div className={classes.form} role="status">
      <Loader size="sm" aria-hidden /> {t('sso.wait')}
    </div>
  )
}
