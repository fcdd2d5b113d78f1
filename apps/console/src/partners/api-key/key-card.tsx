import type { ApiKey, ApiKeyCalls, ShownOnce } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { lazy, Suspense, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Badge } from '#kit/controls/badge.ts'
import { Button } from '#kit/controls/button.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { useAct } from '#kit/form/use-act.ts'
import { formatInstant } from '#kit/format.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './api-keys.module.css'

const ChangeSecret = lazy(() => import('./change-secret.tsx'))

interface KeyCardProps {
  calls: ApiKeyCalls
  /** The id of the partner that has the key. */
  id: string
  of: ApiKey
  onMade: (made: ShownOnce) => void
}

/** One key with its secrets, and what can be done with them. */
export function KeyCard({ calls, id, of, onMade }: KeyCardProps) {
  const { t, language } = useWords(apiKeyWords)
  const [isChanging, setIsChanging] = useState(false)
  const changing = useSend(calls.changeSecret)
  const at = (instant: string | null) => formatInstant(instant, language)
  const revoke = useAct(
    calls.revokeKey,
    ({ key }: ApiKey) => ({
      title: t('revoke.title', { key }),
      text: t('revoke.text'),
      action: t('revoke.action'),
      isDanger: true,
      done: () => t('revoke.done'),
    }),
    { inputFor: (key) => ({ params: { id, keyId: key.id } }) },
  )
  const end = useAct(
    calls.endSecret,
    () => ({
      title: t('end.title'),
      text: t('end.text'),
      action: t('end.action'),
      isDanger: true,
      done: () => t('end.done'),
    }),
    {
      inputFor: (secret: ApiKey['secrets'][number]) => ({
        params: { id, keyId: of.id, secretId: secret.id },
      }),
    },
  )
  const current = of.secrets.find(({ slot }) => slot === 'current')
  return (
    <div className={classes.card}>
      <div className={classes.name}>
        <Badge color={of.isSandbox ? 'gray' : 'green'}>
          {t(of.isSandbox ? 'sort.sandbox' : 'sort.live')}
        </Badge>
        <code className={classes.key}>{of.key}</code>
        <CopyButton text={of.key} />
      </div>
      <ul className={classes.secrets}>
        {of.secrets.map((secret) => (
          <li key={secret.id}>
            <span>{t(secret.slot)}</span>
            <span>
              {secret.expiresAt === null
                ? t('made', { at: at(secret.createdAt) })
                : t('ends', { at: at(secret.expiresAt) })}
            </span>
            <span>{secret.lastUsedAt === null ? t('unused') : t('used', { at: at(secret.lastUsedAt) })}</span>
            {secret.slot === 'previous' && (
              <Can use={calls.endSecret}>
                <Button size="xs" variant="light" color="red" onClick={() => end(secret)}>
                  {t('end.action')}
                </Button>
              </Can>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        {current && (
          <Can use={calls.changeSecret}>
            <Button size="xs" variant="default" onClick={() => setIsChanging(true)}>
              {t('change.action')}
            </Button>
          </Can>
        )}
        <Can use={calls.revokeKey}>
          <Button size="xs" variant="light" color="red" onClick={() => revoke(of)}>
            {t('revoke.action')}
          </Button>
        </Can>
      </div>
      <Suspense>
        {isChanging && current && (
          <ChangeSecret
            name={of.key}
            isPending={changing.isPending}
            change={async (overlapDays) => {
              const body = { seenSecretId: current.id, overlapDays }
              onMade(await changing.mutateAsync({ params: { id, keyId: of.id }, body }))
            }}
            onClose={() => setIsChanging(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
