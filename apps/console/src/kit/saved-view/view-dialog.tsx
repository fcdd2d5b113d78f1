import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import { useAnswer } from '../call/query.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { namedOption } from '../form/options.ts'
import { SelectField } from '../form/select-field.tsx'
import { TextField } from '../form/text-field.tsx'
import { useEditor } from '../form/use-editor.ts'
import { useWords } from '../words/words.ts'
import { keepable } from './fitting.ts'
import { openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'
import { takeChanged } from './take-changed.ts'

/** Saves the list as a new view, or changes the name or the role of a view. */
export default function ViewDialog({ entry, view, arrangement, onClose }: ViewDialogProps) {
  const { t } = useWords(savedViewWords)
  const filters = keepable(view.filters)
  const isLeftOut = Object.keys(filters).length < Object.keys(view.filters).length
  const described = { name: '', roleId: null as string | null }
  const editor = useEditor({
    create: savedView.create,
    update: savedView.update,
    get: savedView.get,
    entry,
    blank: entry
      ? described
      : {
          ...described,
          list: view.list,
          filters,
          sort: view.sort,
          columns: arrangement.settings,
        },
    onSaved: (saved) => {
      onClose()
      if (entry) takeChanged(saved)
      else openView({ view, arrangement }, saved)
    },
  })
  const role = editor.field('roleId')
  const roles = useRoles(view.list, entry)
  const describe = (name: string, value: unknown) => ({
    label: t(name === 'name' ? 'form.name' : 'form.role'),
    text:
      name === 'name'
        ? String(value)
        : (roles.find((each) => each.value === value)?.label ??
          (value === null ? t('form.alone') : String(value))),
  })
  const refused = editor.problems.filters ?? editor.problems.columns ?? editor.problems.sort

  return (
    <FormDialog
      title={t(entry ? 'form.edit' : 'form.new')}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={420}
    >
      <TextField label={t('form.name')} isRequired {...editor.field('name')} />
      {roles.length > 0 && (
        <SelectField
          label={t('form.role')}
          placeholder={t('form.alone')}
          description={t('form.roleHint')}
          options={roles}
          {...role}
          value={role.value ?? undefined}
          onChange={(id: string | undefined) => role.onChange(id ?? null)}
        />
      )}
      {!entry && <p className={classes.keeps}>{t('form.keeps', { filters: Object.keys(filters).length })}</p>}
      {!entry && isLeftOut && <p className={classes.keeps}>{t('form.leftOut')}</p>}
      {refused && (
        <p className={classes.problem} role="alert">
          {refused}
        </p>
      )}
    </FormDialog>
  )
}

interface ViewDialogProps extends ViewParts {
  entry?: SavedView
  onClose: () => void
}

/** The roles that a view can be shared with: those that the reader may share with, and its current one. */
function useRoles(list: string, entry: SavedView | undefined) {
  const { data } = useAnswer(savedView.list, { query: { list } })
  const { data: roles = [] } = useAnswer(savedView.roles, {}, { enabled: data?.mayShare === true })
  const options = roles.map(namedOption)
  const isMissing = entry?.roleId && !roles.some(({ id }) => id === entry.roleId)
  return isMissing ? [...options, { value: entry.roleId as string, label: entry.roleName ?? '' }] : options
}
