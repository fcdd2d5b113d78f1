import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { PreviousSecret } from '@kabao/contract/partners/previous-secret'
import { previousSecretWords } from '@kabao/contract/partners/previous-secret.words'
import { useState } from 'react'
import { Button } from '#kit/controls/button.ts'
import { useAct } from '#kit/form/use-act.ts'
import { formatInstant } from '#kit/format.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './previous-secret.module.css'

interface PreviousSecretsProps {
  /** The call that ends one before its time. */
  use: Endpoint
  /** The id of whoever has the secrets. */
  ownerId: string
  of: readonly PreviousSecret[]
  /** What a secret is called here. */
  nameOf: (name: string) => string
}

/** The secrets that were replaced and are still valid: until when, when they were last used, and a button that ends each at once. */
export function PreviousSecrets({ use, ownerId, of, nameOf }: PreviousSecretsProps) {
  const { t, language } = useWords(previousSecretWords)
  // The form around it keeps the record as it was when it was opened.
  const [ended, setEnded] = useState<readonly string[]>([])
  const at = (instant: string | null) => formatInstant(instant, language)
  const end = useAct(
    use,
    ({ id, name }: PreviousSecret) => ({
      title: t('end.title', { name: nameOf(name) }),
      text: t('end.text'),
      action: t('end.action'),
      isDanger: true,
      done: () => {
        setEnded((before) => [...before, id])
        return t('end.done')
      },
    }),
    { inputFor: ({ id }) => ({ params: { id: ownerId, secretId: id } }) as never },
  )
  const live = of.filter(({ id }) => !ended.includes(id))
  if (live.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {live.map((secret) => (
        <li key={secret.id}>
          <span className={classes.name}>{t('state', { name: nameOf(secret.name) })}</span>
          <span>{t('ends', { at: at(secret.endsAt) })}</span>
          <span>{secret.lastUsedAt === null ? t('unused') : t('used', { at: at(secret.lastUsedAt) })}</span>
          <Can use={use}>
            <Button size="xs" variant="light" color="red" onClick={() => end(secret)}>
              {t('end.action')}
            </Button>
          </Can>
        </li>
      ))}
    </ul>
  )
}
