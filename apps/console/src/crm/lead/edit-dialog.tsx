import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { describeFields } from '#kit/crud/describe-fields.ts'
import { FormDialog } from '#kit/form/form-dialog.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { RegionField } from '#kit/form/region-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { useEditor } from '#kit/form/use-editor.ts'
import { useWords } from '#kit/words/words.ts'

const blank = { name: '', cityCode: null as string | null, remark: '' }

/** Edits what is known about the person of a lead. A masked part that stays as it is keeps its whole value. */
export default function EditDialog({ entry, onClose }: { entry: LeadDetail; onClose: () => void }) {
  const words = useWords(leadWords)
  const own = useWords(leadPageWords)
  const { t } = words
  const editor = useEditor({
    // Leads are added in a dialog of their own.
    create: lead.update,
    update: lead.update,
    get: lead.get,
    entry,
    blank,
    draftOf: ({ name, cityCode, remark }) => ({ name: name ?? '', cityCode, remark }),
    onSaved: onClose,
  })
  const city = editor.field('cityCode')
  return (
    <FormDialog
      title={own.t('edit.title')}
      editor={editor}
      onClose={onClose}
      describe={describeFields(words, {})}
    >
      <TextField label={t('field.name')} description={own.t('hint.kept')} {...editor.field('name')} />
      <RegionField
        label={t('field.cityCode')}
        {...city}
        value={city.value ?? undefined}
        onChange={(code: string | undefined) => city.onChange(code ?? null)}
      />
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}
