import { type AdminRow, admin, type MadePassword } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import {
  AvatarField,
  FormDialog,
  LongTextField,
  MultiSelectField,
  TextField,
  useAnswer,
  useEditor,
  useWords,
} from '#kit'
import { KeptField } from '#kit/form/stored-text-field.tsx'

const blank = {
  username: '',
  name: '',
  avatarFileId: null as string | null,
  roleIds: [] as string[],
  /** Only for an existing account: an empty text keeps the value, null removes it. */
  phone: '' as string | null,
  email: '' as string | null,
  remark: '',
}

/** Adds an administrator, whose password is generated and shown once, or edits one. */
export default function AdminDialog({
  entry,
  onClose,
  onMade,
}: {
  entry?: AdminRow
  onClose: () => void
  onMade: (made: MadePassword) => void
}) {
  const { t } = useWords(adminWords)
  const { data: roles = [] } = useAnswer(admin.roles)
  const editor = useEditor({
    create: admin.create,
    update: admin.update,
    get: admin.get,
    entry,
    blank,
    draftOf: ({ username, name, avatarFileId, roles: held, remark }) => ({
      ...blank,
      username,
      name,
      avatarFileId,
      roleIds: held.map(({ id }) => id),
      remark,
    }),
    onSaved: (saved) => {
      onClose()
      if ('password' in saved) onMade(saved)
    },
  })
  const names = new Map([...(entry?.roles ?? []), ...roles].map(({ id, name }) => [id, name]))
  const options = [...names].map(([value, label]) => ({
    value,
    label,
    isDisabled: !roles.some(({ id, isMine }) => id === value && isMine),
  }))
  const describe = (name: string, value: unknown) => ({
    label: t(`field.${name === 'roleIds' ? 'roles' : (name as 'name')}`),
    text:
      name === 'avatarFileId'
        ? value === null
          ? ''
          : t('field.avatarFileId')
        : Array.isArray(value)
          ? value.map((id) => names.get(id) ?? id).join(' · ')
          : String(value ?? ''),
  })

  return (
    <FormDialog title={t(entry ? 'edit' : 'add')} editor={editor} onClose={onClose} describe={describe}>
      <TextField
        label={t('field.username')}
        description={entry ? undefined : t('hint.username')}
        isRequired={!entry}
        isDisabled={entry !== undefined}
        {...editor.field('username')}
      />
      <TextField label={t('field.name')} isRequired {...editor.field('name')} />
      <AvatarField label={t('field.avatarFileId')} of={editor.draft.name} {...editor.field('avatarFileId')} />
      <MultiSelectField
        label={t('field.roles')}
        description={entry?.isSelf ? t('hint.ownRoles') : undefined}
        isRequired
        isDisabled={entry?.isSelf === true}
        options={options}
        {...editor.field('roleIds')}
      />
      <KeptField label={t('field.phone')} stored={entry?.phone ?? null} {...editor.field('phone')} />
      <KeptField label={t('field.email')} stored={entry?.email ?? null} {...editor.field('email')} />
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
      {!entry && <p>{t('hint.password')}</p>}
    </FormDialog>
  )
}
