import type { MadeToken } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import { useWords } from '#kit'
import { SecretOnce } from '#kit/form/secret-once.tsx'

/** A new token, shown only once. */
export default function TokenOnce({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const { t } = useWords(accessTokenWords)
  return (
    <SecretOnce
      title={t('once.title', { name: made.token.name })}
      warning={t('once.text')}
      label={t('once.label')}
      secret={made.secret}
      texts={{
        copy: t('once.copy'),
        copied: t('once.copied'),
        failed: t('once.failed'),
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
