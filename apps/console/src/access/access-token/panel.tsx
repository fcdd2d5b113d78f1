import { accessToken, type MadeToken } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import { audit } from '@kabao/contract/operations/audit'
import { lazy, Suspense, useState } from 'react'
import { Alert, Anchor, Button, Failure, Skeleton, useAnswer, usePermission, useSend, useWords } from '#kit'
import classes from './access-token.module.css'
import { TokenList } from './token-list.tsx'

const TokenDialog = lazy(() => import('./token-dialog.tsx'))
const TokenOnce = lazy(() => import('./token-once.tsx'))

/** One's own personal access tokens. */
export default function AccessTokens() {
  const { t } = useWords(accessTokenWords)
  const { data: mine, error, refetch } = useAnswer(accessToken.mine)
  const { mutateAsync } = useSend(accessToken.revokeMine)
  const seesLog = usePermission(audit.page)
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  if (error && !mine) return <Failure error={error} onRetry={() => void refetch()} />
  if (!mine) return <Skeleton count={4} />
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      {mine.maxDays === 0 ? (
        <Alert color="orange">{t('off')}</Alert>
      ) : (
        <div className={classes.buttons}>
          <Button onClick={() => setIsAdding(true)}>{t('add')}</Button>
          <Anchor href="/api/docs" target="_blank">
            {t('guide')}
          </Anchor>
        </div>
      )}
      {mine.tokens.length === 0 ? (
        <p className={classes.lead}>{t('none')}</p>
      ) : (
        <TokenList
          tokens={mine.tokens}
          label={t('tokens')}
          seesLog={seesLog}
          canRevoke={() => true}
          revoke={({ id }) => mutateAsync({ params: { id } })}
        />
      )}
      <Suspense>
        {isAdding && <TokenDialog offer={mine} onClose={() => setIsAdding(false)} onMade={setMade} />}
        {made && <TokenOnce made={made} onClose={() => setMade(null)} />}
      </Suspense>
    </>
  )
}
