import { accountWords } from '@kabao/contract/access/account.words'
import { session } from '@kabao/contract/access/session'
import { Alert, Button, message, useAnswer, useWords } from '#kit'

/** For an account without a password: leads to the provider of single sign-on, which confirms who is there. */
export function ConfirmAtProvider() {
  const { t } = useWords(accountWords)
  const name = useAnswer(session.me).data?.confirmsAt
  if (name === undefined) return null
  const begin = async () => {
    const flow = await import('../../../sso-flow.ts')
    await flow
      .begin(window.location.pathname + window.location.search, true)
      .catch((error: Error) => message.error(error.message))
  }
  return (
    <Alert>
      <p>{t('confirm.lead', { name })}</p>
      <Button variant="default" onClick={() => void begin()}>
        {t('confirm.begin', { name })}
      </Button>
    </Alert>
  )
}
