import {
  type DataScope,
  dataScopes,
  permissionLevels,
  type RoleDetail,
  type RoleNode,
  role,
  type StarterRole,
} from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { useMemo, useState } from 'react'
import {
  CheckGrid,
  CheckTree,
  describeFields,
  FormDialog,
  LongTextField,
  optionsOf,
  SelectField,
  Switch,
  TextField,
  useAnswer,
  useEditor,
  useWords,
} from '#kit'
import { checkNodes, fixed, levelRows, ownOf, titlesOf, withPages } from './nodes.ts'
import { Preview } from './preview.tsx'
import classes from './role.module.css'

const blank = {
  name: '',
  code: '',
  dataScope: 'all' as DataScope,
  requiresSecondFactor: false,
  nodes: [] as string[],
  remark: '',
}

interface RoleEditorProps {
  /** The role that is edited or copied; undefined for a new one. */
  id?: string
  isCopy?: boolean
  onClose: () => void
}

/** Adds or edits a role: its permissions beside a preview of its menu. */
export default function RoleEditor({ id, isCopy = false, onClose }: RoleEditorProps) {
  const { t } = useWords(roleWords)
  const { data: offered } = useAnswer(role.tree)
  const { data: given } = useAnswer(role.get, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  if (!offered || (id !== undefined && !given)) return null
  const { nodes: tree, starters } = offered
  if (!isCopy || !given)
    return <RoleForm tree={tree} starters={starters} entry={given} blank={blank} onClose={onClose} />
  const { dataScope, requiresSecondFactor, remark } = given
  const copy = {
    ...blank,
    name: t('copyName', { name: given.name }),
    dataScope,
    requiresSecondFactor,
    remark,
  }
  return <RoleForm tree={tree} blank={{ ...copy, nodes: ownOf(tree, given.nodes) }} onClose={onClose} />
}

/** How many titles a difference lists; the others are only counted. */
const namedTitles = 12

interface RoleFormProps {
  tree: RoleNode[]
  /** What a new role can start from; a copy starts from its role. */
  starters?: readonly StarterRole[]
  entry?: RoleDetail | undefined
  /** The initial values of a new role. */
  blank: typeof blank
  onClose: () => void
}

function RoleForm({ tree, starters = [], entry, blank: beginning, onClose }: RoleFormProps) {
  const words = useWords(roleWords)
  const { t } = words
  const editor = useEditor({
    create: role.create,
    update: role.update,
    get: role.get,
    entry,
    blank: beginning,
    draftOf: ({ name, code, dataScope, requiresSecondFactor, nodes, remark }) => ({
      name,
      code,
      dataScope,
      requiresSecondFactor,
      nodes: nodes.toSorted(),
      remark,
    }),
    onSaved: onClose,
  })
  const isNew = editor.isNew
  const [starter, setStarter] = useState<string>()
  const startFrom = (code: string | undefined) => {
    setStarter(code)
    const [before, from] = [starter, code].map((each) => starters.find((one) => one.code === each))
    if (!from) return
    for (const name of ['name', 'code'] as const)
      if (editor.draft[name] === (before?.[name] ?? '')) editor.field(name).onChange(from[name])
    editor.field('dataScope').onChange(from.dataScope)
    editor.field('nodes').onChange(ownOf(tree, from.nodes))
  }
  const isSuper = entry?.isSuper === true
  const allowed = useMemo(() => (isSuper ? fixed(tree) : tree), [tree, isSuper])
  const nodes = useMemo(() => checkNodes(allowed), [allowed])
  const rows = useMemo(() => levelRows(allowed), [allowed])
  const hasFixed = tree.some(({ children }) =>
    children.some((page) => [page, ...page.children].some(({ isMine }) => !isMine)),
  )
  const chosen = editor.field('nodes')
  const choose = (after: string[]) => chosen.onChange(withPages(tree, chosen.value, after).toSorted())
  const asks = editor.field('requiresSecondFactor')
  const describe = describeFields(words, {
    dataScope: (scope: DataScope) => t(`dataScope.${scope}`),
    requiresSecondFactor: (isAsked: boolean) => t(isAsked ? 'yes' : 'no'),
    nodes: (named: string[]) => {
      const titles = titlesOf(tree, named)
      const first = titles.slice(0, namedTitles).join(t('tree.separator'))
      return titles.length > namedTitles ? t('tree.some', { points: first, count: titles.length }) : first
    },
  })

  return (
    <FormDialog
      title={t(isNew ? 'add' : 'edit')}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={920}
    >
      <div className={classes.fields}>
        {isNew && starters.length > 0 && (
          <SelectField
            name="starter"
            label={t('field.starter')}
            description={t('hint.starter')}
            options={starters.map(({ code, name }) => ({ value: code, label: name }))}
            value={starter}
            onChange={startFrom}
          />
        )}
        <TextField label={t('field.name')} isRequired isDisabled={isSuper} {...editor.field('name')} />
        <TextField
          label={t('field.code')}
          description={isNew ? t('hint.code') : undefined}
          isRequired={isNew}
          isDisabled={!isNew}
          {...editor.field('code')}
        />
        <SelectField
          label={t('field.dataScope')}
          description={t('hint.dataScope')}
          options={optionsOf(dataScopes, (scope) => t(`dataScope.${scope}`))}
          isRequired
          isDisabled={isSuper}
          {...editor.field('dataScope')}
        />
        <Switch
          label={t('field.requiresSecondFactor')}
          description={t('hint.requiresSecondFactor')}
          checked={asks.value}
          onChange={(event) => asks.onChange(event.currentTarget.checked)}
        />
        <LongTextField label={t('field.remark')} isDisabled={isSuper} {...editor.field('remark')} />
      </div>
      <div className={classes.choice}>
        <CheckGrid
          label={t('field.levels')}
          columns={permissionLevels.map((level) => t(`level.${level}`))}
          rows={rows}
          value={chosen.value}
          onChange={choose}
        />
        <Preview tree={tree} nodes={chosen.value} />
        <CheckTree
          label={t('field.nodes')}
          description={isSuper ? t('hint.super') : hasFixed ? t('hint.nodes') : undefined}
          searchLabel={t('hint.search')}
          nodes={nodes}
          value={chosen.value}
          error={chosen.error}
          onChange={choose}
        />
      </div>
    </FormDialog>
  )
}
