import { listWords } from '@kabao/contract/kernel/list.words'
import type { ShownOnce } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { SecretOnce } from '#kit/form/secret-once.tsx'
import { useWords } from '#kit/words/words.ts'

/** A new secret of a key, shown only once. */
export default function KeyOnce({
  made: { key, secret },
  onClose,
}: {
  made: ShownOnce
  onClose: () => void
}) {
  const { t } = useWords(apiKeyWords)
  const { t: say } = useWords(listWords)
  return (
    <SecretOnce
      title={t('once.title', { key })}
      warning={t('once.text')}
      label={t('once.secret')}
      secret={secret}
      texts={{
        copy: t('once.copy'),
        copied: say('copy.done'),
        failed: say('copy.failed'),
        done: t('once.done'),
        leave: {
          title: t('once.leave.title'),
          text: t('once.leave.text'),
          confirm: t('once.leave.confirm'),
          stay: t('once.leave.stay'),
        },
      }}
      onClose={onClose}
    />
  )
}
