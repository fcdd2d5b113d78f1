import type { MadePassword } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { useWords } from '#kit'
import { SecretOnce } from '#kit/form/secret-once.tsx'

/** A generated password, shown only once. */
export default function PasswordOnce({ made, onClose }: { made: MadePassword; onClose: () => void }) {
  const { t } = useWords(adminWords)
  const { username } = made.admin
  return (
    <SecretOnce
      title={t('once.title', { username })}
      warning={t('once.text')}
      label={t('once.label')}
      secret={made.password}
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
