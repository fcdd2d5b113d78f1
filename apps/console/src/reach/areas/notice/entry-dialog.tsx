import { noticeKinds } from '@kabao/contract/kernel/notice-kind'
import {
  mailSecurities,
  mostNoticeAddresses,
  type NoticeTargetKind,
  type NoticeTargetRow,
  notice,
  noticeDigests,
  noticeLanguages,
  noticeTargetKinds,
} from '@kabao/contract/reach/notice'
import { noticeWords } from '@kabao/contract/reach/notice.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import {
  ChoiceField,
  describeFields,
  FormDialog,
  MultiSelectField,
  NumberField,
  optionsOf,
  PasswordField,
  SelectField,
  Switch,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { RemoveStored } from '#kit/form/stored-text-field.tsx'
import { TagsField } from '#kit/form/tags-field.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { kindText } from './kind.ts'

interface DialogProps {
  /** The target that is changed; absent for a new one. */
  entry?: NoticeTargetRow
  /** Gets a new target, which is tried next. */
  onMade: (made: NoticeTargetRow) => void
  onClose: () => void
}

/** Adds or changes a target of notices. */
export default function EntryDialog({ entry, onMade, onClose }: DialogProps) {
  const words = useWords(noticeWords)
  const { t } = words
  const page = useWords(reachPageWords)
  const blank = {
    kind: 'wecom' as NoticeTargetKind,
    name: '',
    url: null as string | null,
    secret: null as string | null,
    host: null as string | null,
    port: null as number | null,
    security: 'tls' as NoticeTargetRow['security'],
    account: null as string | null,
    sender: null as string | null,
    addresses: [] as string[],
    roleId: null as string | null,
    kinds: [] as readonly NoticeTargetRow['kinds'][number][],
    language: 'zh-CN' as NoticeTargetRow['language'],
    quietFrom: null as string | null,
    quietTo: null as string | null,
    digest: 'none' as NoticeTargetRow['digest'],
    isOn: true,
  }
  const editor = useEditor({
    create: notice.create,
    update: notice.update,
    get: notice.get,
    entry,
    blank,
    draftOf: (row) => {
      const { url: _url, secret: _secret, ...stored } = blank
      return Object.assign({}, blank, valuesOf(stored, row))
    },
    onSaved: (saved) => {
      onClose()
      if (!entry) onMade(saved as NoticeTargetRow)
    },
  })
  const { field } = editor
  /** A text that may be left out, or that stays as it is stored. */
  const textOf = (name: 'url' | 'secret' | 'host' | 'account' | 'sender' | 'quietFrom' | 'quietTo') => {
    const { value, onChange, ...input } = field(name)
    return {
      ...input,
      value: value ?? '',
      onChange: (typed: string) => onChange(typed === '' ? null : typed),
    }
  }
  const [kindField, role, kinds, isOn] = [field('kind'), field('roleId'), field('kinds'), field('isOn')]
  const kind = kindField.value
  const has = (name: NoticeTargetRow['secrets'][number]) => entry?.secrets.includes(name) === true
  /** What a robot signs with, or a password: null keeps what is stored, an empty text removes it. */
  const secret = field('secret')
  const isRemoved = has('secret') && secret.value === ''
  const remove = has('secret') && (
    <RemoveStored
      label={t(kind === 'mail' ? 'hint.removePassword' : 'hint.removeSecret')}
      isRemoved={isRemoved}
      onChange={(next) => secret.onChange(next ? '' : null)}
    />
  )
  const isRobot = kind !== 'mail' && kind !== 'role'
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={describeFields(words, {
        kinds: (values: NoticeTargetRow['kinds']) => values.map(kindText).join(', '),
        addresses: (values: string[]) => values.join(', '),
        isOn: (value: boolean) => page.t(value ? 'turn.on' : 'turn.off'),
      })}
    >
      {!entry && (
        <SelectField
          label={t('field.kind')}
          isRequired
          options={optionsOf(noticeTargetKinds, (each) => t(`kind.${each}`))}
          {...kindField}
        />
      )}
      <TextField label={t('field.name')} isRequired {...field('name')} />
      {isRobot && (
        <TextField
          label={t('field.url')}
          isRequired={!has('url')}
          description={t('hint.url')}
          placeholder={has('url') ? t('hint.kept') : 'https://'}
          {...textOf('url')}
        />
      )}
      {(kind === 'dingtalk' || kind === 'feishu') && (
        <div>
          <TextField
            label={t('field.secret')}
            description={t(kind === 'dingtalk' ? 'hint.dingtalkSecret' : 'hint.feishuSecret')}
            placeholder={has('secret') ? t('hint.kept') : ''}
            isDisabled={isRemoved}
            {...textOf('secret')}
          />
          {remove}
        </div>
      )}
      {kind === 'mail' && (
        <>
          <TextField label={t('field.host')} isRequired {...textOf('host')} />
          <NumberField label={t('field.port')} isRequired min={1} max={65_535} {...field('port')} />
          <SelectField
            label={t('field.security')}
            isRequired
            options={optionsOf(mailSecurities, (each) => t(`security.${each}`))}
            {...field('security')}
            value={field('security').value ?? undefined}
          />
          <TextField label={t('field.account')} {...textOf('account')} />
          <div>
            <PasswordField
              label={t('field.password')}
              autoComplete="new-password"
              description={has('secret') ? t('hint.kept') : undefined}
              isDisabled={isRemoved}
              {...textOf('secret')}
            />
            {remove}
          </div>
          <TextField label={t('field.sender')} isRequired {...textOf('sender')} />
          <TagsField
            label={t('field.addresses')}
            isRequired
            description={t('hint.addresses', { most: String(mostNoticeAddresses) })}
            {...field('addresses')}
          />
        </>
      )}
      {kind === 'role' && (
        <ChoiceField
          label={t('field.roleId')}
          isRequired
          use={notice.roles}
          {...role}
          value={role.value ?? undefined}
          onChange={(id) => role.onChange(id ?? null)}
        />
      )}
      <MultiSelectField
        label={t('field.kinds')}
        options={optionsOf(noticeKinds, kindText)}
        {...kinds}
        value={[...kinds.value]}
        onChange={(next) => kinds.onChange(next as NoticeTargetRow['kinds'])}
      />
      <SelectField
        label={t('field.digest')}
        isRequired
        options={optionsOf(noticeDigests, (each) => t(`digest.${each}`))}
        {...field('digest')}
      />
      <TextField
        label={t('field.quietFrom')}
        placeholder="22:00"
        description={t('hint.quiet')}
        {...textOf('quietFrom')}
      />
      <TextField label={t('field.quietTo')} placeholder="08:00" {...textOf('quietTo')} />
      <SelectField
        label={t('field.language')}
        isRequired
        options={optionsOf(noticeLanguages, (each) => t(`language.${each}`))}
        {...field('language')}
      />
      <Switch
        label={t('field.isOn')}
        checked={isOn.value}
        onChange={({ currentTarget: { checked } }) => isOn.onChange(checked)}
      />
    </FormDialog>
  )
}
