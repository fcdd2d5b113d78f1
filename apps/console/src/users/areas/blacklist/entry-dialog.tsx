import {
  type BlacklistKind,
  type BlacklistRow,
  blacklist,
  blacklistKinds,
} from '@kabao/contract/users/blacklist'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import {
  DateTimeField,
  describeFields,
  FormDialog,
  formatInstant,
  LongTextField,
  optionsOf,
  SelectField,
  TextField,
  useEditor,
  useWords,
} from '#kit'

const blank = {
  kind: 'phone' as BlacklistKind,
  value: '',
  reason: '',
  expiresAt: null as string | null,
  remark: '',
}

/** Adds or edits an entry. The stored value is never shown here; typing another one replaces it. */
export default function EntryDialog({ entry, onClose }: { entry?: BlacklistRow; onClose: () => void }) {
  const words = useWords(blacklistWords)
  const { t, language } = words
  const editor = useEditor({
    create: blacklist.create,
    update: blacklist.update,
    get: blacklist.get,
    entry,
    blank,
    draftOf: ({ kind, reason, expiresAt, remark }) => ({ kind, value: '', reason, expiresAt, remark }),
    onSaved: onClose,
  })
  const describe = describeFields(words, {
    expiresAt: (at: string | null) => (at === null ? t('forever') : formatInstant(at, language)),
  })
  const { kind } = editor.draft

  return (
    <FormDialog title={t(entry ? 'edit' : 'add')} editor={editor} onClose={onClose} describe={describe}>
      <SelectField
        label={t('field.kind')}
        options={optionsOf(blacklistKinds, (each) => t(`kind.${each}`))}
        isRequired
        isDisabled={entry !== undefined}
        {...editor.field('kind')}
      />
      <TextField
        label={t('field.value')}
        placeholder={entry ? t('keepValue', { value: entry.value }) : t(`example.${kind}`)}
        isRequired={entry === undefined}
        {...editor.field('value')}
      />
      <TextField label={t('field.reason')} {...editor.field('reason')} />
      <DateTimeField
        label={t('field.expiresAt')}
        placeholder={t('expiresHint')}
        {...editor.field('expiresAt')}
      />
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}
