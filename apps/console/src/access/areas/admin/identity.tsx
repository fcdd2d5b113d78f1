import type { AdminRow } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { sso } from '@kabao/contract/access/sso'
import { type FormEvent, useState } from 'react'
import {
  Button,
  Fact,
  Facts,
  formatInstant,
  message,
  Refusal,
  SidePanel,
  TextField,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from './columns.module.css'

/** Who an account is at the provider of single sign-on; a super administrator links and unlinks it. */
export default function Identity({ row, onClose }: { row: AdminRow; onClose: () => void }) {
  const { t, language } = useWords(adminWords)
  const { mutateAsync, isPending } = useSend(sso.link)
  const [subject, setSubject] = useState('')
  const [problems, setProblems] = useProblems()

  const change = async (next: string | null) => {
    if (isPending) return
    try {
      await mutateAsync({ body: { adminId: row.id, subject: next } })
      message.success(t(next === null ? 'identity.unlinked' : 'identity.linked'))
      onClose()
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change(subject)
  }

  const { identity } = row
  return (
    <SidePanel title={t('identity.title', { name: row.name })} onClose={onClose}>
      {identity && (
        <Facts title={t('identity.current')}>
          <Fact label={t('identity.issuer')}>{identity.issuer}</Fact>
          <Fact label={t('identity.subject')}>{identity.subject}</Fact>
          <Fact label={t('identity.lastUsedAt')}>
            {identity.lastUsedAt === null ? t('never') : formatInstant(identity.lastUsedAt, language)}
          </Fact>
        </Facts>
      )}
      <p>{t('identity.lead')}</p>
      <form className={classes.identity} onSubmit={submit} noValidate>
        <TextField
          name="subject"
          label={t('identity.subject')}
          value={subject}
          error={problems.subject}
          onChange={setSubject}
          isRequired
        />
        <Button type="submit" loading={isPending}>
          {t('identity.link')}
        </Button>
        {identity && (
          <Button variant="default" color="red" loading={isPending} onClick={() => void change(null)}>
            {t('identity.unlink')}
          </Button>
        )}
      </form>
    </SidePanel>
  )
}
