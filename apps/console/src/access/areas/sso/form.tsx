import { type SsoSettings, type SsoUpdate, sso, ssoClaims, ssoFactors } from '@kabao/contract/access/sso'
import { ssoWords } from '@kabao/contract/access/sso.words'
import { type FormEvent, useRef, useState } from 'react'
import {
  Alert,
  Button,
  changeConfig,
  Fact,
  Facts,
  message,
  namedOption,
  PasswordField,
  Refusal,
  SelectField,
  Switch,
  TextField,
  useFocusProblem,
  useGuard,
  useOptions,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import { CopyButton } from '#kit/copy-button.tsx'
import { Found } from './found.tsx'
import { GroupRoles } from './group-roles.tsx'
import classes from './sso.module.css'

type Draft = Omit<SsoUpdate, 'version' | 'clientSecret'> & { clientSecret: string }

const draftOf = (stored: SsoSettings): Draft => ({
  isOn: stored.isOn,
  name: stored.name,
  issuer: stored.issuer,
  clientId: stored.clientId,
  clientSecret: '',
  scopes: stored.scopes,
  claim: stored.claim,
  creates: stored.creates,
  groupsClaim: stored.groupsClaim,
  roles: stored.roles,
  factor: stored.factor,
  signsOut: stored.signsOut,
  passwordsOff: stored.passwordsOff,
  breakGlassId: stored.breakGlassId,
})

const addressNames = ['redirect', 'backChannel', 'signedOut'] as const

/** One form for the provider, for who may come in, and for passwords. */
export default function SsoForm({ stored }: { stored: SsoSettings }) {
  const { t } = useWords(ssoWords)
  const save = useSend(sso.update)
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [problems, setProblems] = useProblems()
  const [failure, setFailure] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  useGuard(JSON.stringify(draft) !== JSON.stringify(draftOf(stored)))
  const options = useOptions(t, { claim: ssoClaims, factor: ssoFactors })

  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => {
    setDraft((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _, ...rest }) => rest)
  }
  const field = <K extends keyof Draft>(name: K) => ({
    name,
    label: t(`field.${name}`),
    value: draft[name],
    error: problems[name],
    onChange: (value: Draft[K]) => set(name, value),
  })
  const turn = (name: 'isOn' | 'creates' | 'signsOut' | 'passwordsOff', description?: string) => (
    <Switch
      name={name}
      label={t(`field.${name}`)}
      description={description}
      checked={draft[name]}
      error={problems[name]}
      onChange={({ currentTarget: { checked } }) => set(name, checked)}
    />
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setFailure('')
    const { clientSecret, ...rest } = draft
    try {
      await save.mutateAsync({
        body: { ...rest, version: stored.version, ...(clientSecret !== '' && { clientSecret }) },
      })
      changeConfig({ sso: draft.isOn ? draft.name : null })
      message.success(t('saved'))
    } catch (error) {
      if (!(error instanceof Refusal)) return
      setProblems(error.fields ?? {})
      setFailure(error.fields ? '' : error.message)
    }
  }

  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      {stored.addresses === null ? (
        <Alert color="orange">{t('address.none')}</Alert>
      ) : (
        <Facts title={t('section.addresses')}>
          {addressNames.map((name) => (
            <Fact key={name} label={t(`address.${name}`)}>
              <span className={classes.address}>{stored.addresses?.[name]}</span>
              <CopyButton text={stored.addresses?.[name] ?? ''} name={t(`address.${name}`)} />
            </Fact>
          ))}
        </Facts>
      )}
      <h2 className={classes.title}>{t('section.provider')}</h2>
      {turn('isOn')}
      <TextField {...field('name')} description={t('help.name')} isRequired />
      <TextField {...field('issuer')} description={t('help.issuer')} placeholder="https://" isRequired />
      <Found issuer={draft.issuer} onProblem={(issuer) => setProblems((before) => ({ ...before, issuer }))} />
      <TextField {...field('clientId')} isRequired />
      <PasswordField
        {...field('clientSecret')}
        autoComplete="new-password"
        description={stored.hasSecret ? t('help.secretKept') : undefined}
      />
      <TextField {...field('scopes')} description={t('help.scopes')} />
      <h2 className={classes.title}>{t('section.people')}</h2>
      <SelectField {...field('claim')} description={t('help.claim')} options={options.claim} isRequired />
      {turn('creates')}
      <TextField {...field('groupsClaim')} description={t('help.groupsClaim')} />
      <GroupRoles
        roles={draft.roles}
        choices={stored.roleChoices}
        problems={problems}
        onChange={(roles) => set('roles', roles)}
      />
      <h2 className={classes.title}>{t('section.safety')}</h2>
      <SelectField {...field('factor')} options={options.factor} isRequired />
      {turn('signsOut')}
      {turn('passwordsOff', t('help.passwordsOff'))}
      <SelectField
        {...field('breakGlassId')}
        value={draft.breakGlassId ?? undefined}
        description={t('help.breakGlassId')}
        options={stored.breakGlassChoices.map(({ id, name, username }) =>
          namedOption({ id, name: `${name} (${username})` }),
        )}
        onChange={(id: string | undefined) => set('breakGlassId', id ?? null)}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
