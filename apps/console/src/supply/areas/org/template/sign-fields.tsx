import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { optionsOf, SelectField, useWords } from '#kit'
import { FormSection } from '#kit/form/form-section.tsx'
import { type FormAt, SignParts, TextAt } from '#partners'
import classes from '#partners/template/template.module.css'
import type { StageForm, TemplateForm } from './form.ts'

type Sign = NonNullable<StageForm['sign']>
type Kind = 'none' | 'digest' | 'hmac' | 'rsa'

const kindOf = (sign: Sign | null): Kind =>
  sign === null
    ? 'none'
    : sign.algorithm === 'rsaSha256'
      ? 'rsa'
      : sign.algorithm.startsWith('hmac')
        ? 'hmac'
        : 'digest'

/** What each kind begins with. @param secret the name of its secret */
const begin: Record<Exclude<Kind, 'none'>, (secret: string) => Partial<Sign>> = {
  digest: (secret) => ({
    after: `&key={{ secret.${secret} }}`,
    algorithm: 'md5',
    secret: null,
    encoding: 'HEX',
  }),
  hmac: (secret) => ({ after: '', algorithm: 'hmacSha256', secret, encoding: 'hex' }),
  rsa: (secret) => ({ after: '', algorithm: 'rsaSha256', secret, encoding: 'base64' }),
}

interface SignProps {
  form: FormAt
  /** Of the stage. */
  path: string
  /** The names of the secrets that have a value. */
  set: readonly string[]
  /** Sets the signature, and declares its secret in the same step if it is new. */
  setSign: (sign: Sign, secret: TemplateForm['secrets'][number] | null) => void
}

/** How a request is signed: its kind, then the parts of it. */
export function SignFields({ form, path, set, setSign }: SignProps) {
  const { t } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  const sign = form.at(`${path}.sign`) as Sign | null
  const secrets = form.at('secrets') as TemplateForm['secrets']
  const choose = (kind: Kind) => {
    if (kind === 'none') return form.set(`${path}.sign`, null)
    const fitting = kind === 'rsa' ? 'rsaPrivate' : 'text'
    const known = secrets.find((each) => each.kind === fitting && /key|secret/i.test(each.name))
    const name = known?.name ?? (kind === 'rsa' ? 'ourKey' : 'appKey')
    const common: Sign = {
      over: 'sortedPairs',
      before: '',
      after: '',
      algorithm: 'md5',
      secret: null,
      encoding: 'hex',
      field: 'sign',
    }
    const isDeclared = secrets.some((each) => each.name === name)
    setSign(
      Object.assign(common, begin[kind](name)),
      isDeclared ? null : { name, kind: fitting, encoding: 'utf8' },
    )
  }
  const used = sign
    ? secrets.filter(
        ({ name }) =>
          sign.secret === name || [sign.before, sign.after].some((text) => text.includes(`secret.${name}`)),
      )
    : []
  return (
    <FormSection title={editor.t('section.sign')}>
      <SelectField
        name={`${path}.sign`}
        label={t('field.signKind')}
        isRequired
        value={kindOf(sign)}
        options={optionsOf(['none', 'digest', 'hmac', 'rsa'] as const, (kind) => t(`signKind.${kind}`))}
        error={form.errorAt(`${path}.sign`)}
        onChange={choose}
      />
      {sign && (
        <>
          <SignParts form={form} path={`${path}.sign`} overs={['body', 'sortedPairs', 'sealed']} />
          <TextAt form={form} path={`${path}.sign.field`} label={editor.t('field.signField')} isNullable />
        </>
      )}
      {used.map(({ name }) => (
        <p key={name} className={classes.hint}>
          {t('hint.secretsOf', {
            name: editor.t('field.secretOf', { name }),
            state: t(set.includes(name) ? 'hint.set' : 'hint.unset'),
          })}
        </p>
      ))}
    </FormSection>
  )
}
