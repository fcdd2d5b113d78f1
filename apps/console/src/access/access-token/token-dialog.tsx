import { accessToken, type MadeToken } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import { type DataScope, dataScopes, type RoleNode } from '@kabao/contract/access/role'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { useMemo } from 'react'
import {
  type CheckNode,
  CheckTree,
  FormDialog,
  LongTextField,
  NumberField,
  optionsOf,
  PasswordField,
  readUser,
  SelectField,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'

const usualDays = 90

interface TokenDialogProps {
  offer: Omit<AnswerOf<typeof accessToken.mine>, 'tokens'>
  onClose: () => void
  onMade: (made: MadeToken) => void
}

/** Makes a personal access token of one's own. */
export default function TokenDialog({ offer, onClose, onMade }: TokenDialogProps) {
  const { t } = useWords(accessTokenWords)
  const editor = useEditor({
    create: accessToken.make,
    update: accessToken.make,
    get: accessToken.mine,
    blank: {
      name: '',
      points: [] as string[],
      dataScope: offer.dataScope as DataScope,
      allowedIps: [] as string[],
      days: Math.min(usualDays, offer.maxDays) as number | null,
      password: '',
    },
    onSaved(saved) {
      onClose()
      onMade(saved)
    },
  })
  const { field } = editor
  const nodes = useMemo(() => offer.nodes.map(nodeOf), [offer])
  const ips = field('allowedIps')
  const scopes = offer.dataScope === 'all' ? dataScopes : (['own'] as const)
  return (
    <FormDialog
      title={t('add')}
      editor={editor}
      onClose={onClose}
      describe={(name) => ({ label: name, text: '' })}
      width={720}
    >
      <TextField label={t('field.name')} description={t('hint.name')} isRequired {...field('name')} />
      <FormRow>
        <NumberField
          label={t('field.days')}
          description={t('hint.days', { max: offer.maxDays })}
          isRequired
          {...field('days')}
        />
        <SelectField
          label={t('field.dataScope')}
          description={t('hint.dataScope')}
          options={optionsOf(scopes, (scope) => t(`dataScope.${scope}`))}
          isRequired
          {...field('dataScope')}
        />
      </FormRow>
      <CheckTree
        label={t('field.points')}
        description={t('hint.points')}
        searchLabel={t('hint.search')}
        nodes={nodes}
        {...field('points')}
      />
      <LongTextField
        label={t('field.allowedIps')}
        description={t('hint.allowedIps')}
        {...ips}
        value={ips.value.join('\n')}
        onChange={(text) => ips.onChange(text === '' ? [] : text.split('\n'))}
      />
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={readUser()?.username ?? ''}
        readOnly
        hidden
      />
      <PasswordField
        label={t('field.password')}
        description={t('hint.password')}
        autoComplete="current-password"
        {...field('password')}
      />
    </FormDialog>
  )
}

/** A section or page is a branch; only points are chosen. */
const nodeOf = ({ name, title, kind, children }: RoleNode): CheckNode => ({
  name: kind === 'point' ? name : `${name}/`,
  title,
  children: children.map(nodeOf),
})
