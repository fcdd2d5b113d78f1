import { account, type Profile } from '@kabao/contract/access/account'
import { accountWords } from '@kabao/contract/access/account.words'
import { session } from '@kabao/contract/access/session'
import { AvatarField, FormDialog, queries, TextField, updateUser, useEditor, useWords } from '#kit'

const blank = { avatarFileId: null as string | null, name: '', phone: '', email: '' }

/** Edits the part of their own profile that administrators may change; user name and roles belong to the administrator list. */
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
      void queries.invalidateQueries({ queryKey: [session.me.area, session.me.name] })
      onClose()
    },
  })
  const describe = (name: string, value: unknown) => ({
    label: t(`profile.${name as keyof typeof blank}`),
    text: name === 'avatarFileId' && value !== null ? t('profile.avatarFileId') : String(value ?? ''),
  })
  return (
    <FormDialog title={t('profile.edit')} editor={editor} onClose={onClose} describe={describe}>
      <AvatarField
        label={t('profile.avatarFileId')}
        of={editor.draft.name}
        {...editor.field('avatarFileId')}
      />
      <TextField label={t('profile.name')} isRequired {...editor.field('name')} />
      <TextField label={t('profile.phone')} {...editor.field('phone')} />
      <TextField label={t('profile.email')} {...editor.field('email')} />
    </FormDialog>
  )
}
