import type { ApiKey } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { formatInstant } from '#kit/format.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './api-keys.module.css'

/** The revoked keys of a partner, which explain old requests. */
export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  const { t, language } = useWords(apiKeyWords)
  if (keys.length === 0) return null
  return (
    <details className={classes.revoked}>
      <summary>{t('revokedCount', { count: keys.length })}</summary>
      <ul>
        {keys.map(({ id, key, revokedAt }) => (
          <li key={id}>{t('revoked', { key, at: formatInstant(revokedAt, language) })}</li>
        ))}
      </ul>
    </details>
  )
}
