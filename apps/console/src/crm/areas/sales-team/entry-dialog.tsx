import { type SalesTeamRow, salesTeam } from '@kabao/contract/crm/sales-team'
import { salesTeamWords } from '@kabao/contract/crm/sales-team.words'
import { ChoiceField, describeFields, FormDialog, LongTextField, TextField, useEditor, useWords } from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'

const blank = { name: '', headId: null as string | null, remark: '' }

/** Adds or edits a team. A new one has no members yet, and so no head. */
export default function EntryDialog({ entry, onClose }: { entry?: SalesTeamRow; onClose: () => void }) {
  const words = useWords(salesTeamWords)
  const { t } = words
  const editor = useEditor({
    create: salesTeam.create,
    update: salesTeam.update,
    get: salesTeam.get,
    entry,
    blank,
    onSaved: onClose,
  })
  const describe = describeFields(words, {
    headId: (id: string | null) => (id ? <ChoiceName use={salesTeam.heads} id={id} /> : t('none')),
  })
  const head = editor.field('headId')
  return (
    <FormDialog title={t(entry ? 'edit' : 'add')} editor={editor} onClose={onClose} describe={describe}>
      <TextField label={t('field.name')} isRequired {...editor.field('name')} />
      {entry ? (
        <ChoiceField
          label={t('field.headId')}
          description={t('hint.head')}
          use={salesTeam.heads}
          given={{ teamId: entry.id }}
          {...head}
          value={head.value ?? undefined}
          onChange={(next) => head.onChange(next ?? null)}
        />
      ) : (
        <p>{t('hint.members')}</p>
      )}
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}
