import { account, type Profile } from '@kabao/contract/account'
import { accountWords } from '@kabao/contract/account.words'
import { FormDialog, TextField, updateUser, useEditor, useWords } from '#kit'

const blank = { name: '', phone: '', email: '' }

/** Changes what an admin may say of himself; user name and roles are an administrator's to change. */
export default function ProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useWords(accountWords)
  const editor = useEditor({
    create: account.updateProfile,
    update: account.updateProfile,
    get: account.profile,
    entry: profile,
    blank,
    onSaved: ({ name }) => {
      updateUser({ name })
      onClose()
    },
  })
  const describe = (name: string, value: unknown) => ({
    label: t(`profile.${name as keyof typeof blank}`),
    text: String(value ?? ''),
  })
  return (
    <FormDialog title={t('profile.edit')} editor={editor} onClose={onClose} describe={describe}>
      <TextField label={t('profile.name')} isRequired {...editor.field('name')} />
      <TextField label={t('profile.phone')} {...editor.field('phone')} />
      <TextField label={t('profile.email')} {...editor.field('email')} />
    </FormDialog>
  )
}
