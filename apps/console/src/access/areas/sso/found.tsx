import { type FoundProvider, sso } from '@kabao/contract/access/sso'
import { ssoWords } from '@kabao/contract/access/sso.words'
import { useState } from 'react'
import { Alert, Button, Fact, Facts, message, Refusal, send, useWords } from '#kit'
import classes from './sso.module.css'

/** Looks at what a provider says of itself, and shows it. */
export function Found({ issuer, onProblem }: { issuer: string; onProblem: (problem: string) => void }) {
  const { t } = useWords(ssoWords)
  const [found, setFound] = useState<FoundProvider | null>(null)
  const [isLooking, setIsLooking] = useState(false)

  const look = async () => {
    if (isLooking) return
    setIsLooking(true)
    setFound(null)
    try {
      const answer = await send(sso.try, { body: { issuer }, quiet: true })
      setFound(answer.found)
      if (answer.unreachable !== null) onProblem(t('unreachable', { why: answer.unreachable }))
    } catch (error) {
      const { fields, message: text } = error as Refusal
      if (error instanceof Refusal && fields?.issuer !== undefined) onProblem(fields.issuer)
      else message.error(text)
    }
    setIsLooking(false)
  }

  const yesOrNo = (has: boolean) => t(has ? 'found.yes' : 'found.no')
  return (
    <div role="status" className={classes.found}>
      <div>
        <Button variant="default" loading={isLooking} disabled={issuer === ''} onClick={() => void look()}>
          {t('try')}
        </Button>
      </div>
      {found && (
        <Alert color="green">
          <Facts title={t('found.title')}>
            <Fact label={t('field.issuer')}>{found.issuer}</Fact>
            <Fact label={t('found.authorizationEndpoint')}>{found.authorizationEndpoint}</Fact>
            <Fact label={t('found.tokenEndpoint')}>{found.tokenEndpoint}</Fact>
            <Fact label={t('found.endSessionEndpoint')}>{found.endSessionEndpoint ?? t('found.no')}</Fact>
            <Fact label={t('found.hasBackChannel')}>{yesOrNo(found.hasBackChannel)}</Fact>
            <Fact label={t('found.hasPkce')}>{yesOrNo(found.hasPkce)}</Fact>
            <Fact label={t('found.scopes')}>{found.scopes.join(' ') || t('found.no')}</Fact>
            <Fact label={t('found.claims')}>{found.claims.join(' ') || t('found.no')}</Fact>
          </Facts>
        </Alert>
      )}
    </div>
  )
}
