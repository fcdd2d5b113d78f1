import { type Agreement, mostAgreements } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { orgAgreementWords } from '@kabao/contract/supply/org-agreement.words'
import { ActionIcon, Button, IconPlus, IconTrash, type Input, TextField, useWords } from '#kit'
import classes from './agreements.module.css'

/**
 * The agreements of an organization as rows of name, version and address.
 * @param props.problems the problems of the form; those of a row are named `agreements.0.url`
 */
export function AgreementRows({
  value,
  onChange,
  error,
  problems,
}: Input<Agreement[]> & { problems: Readonly<Record<string, string>> }) {
  const { t } = useWords(orgAgreementWords)
  const { t: ofOrg } = useWords(orgWords)
  return (
    <fieldset className={classes.agreements}>
      <legend>{t('title')}</legend>
      <p className={classes.hint}>{t('hint')}</p>
      {value.map((row, index) => {
        const fieldOf = (name: keyof Agreement) => ({
          name: `agreements.${index}.${name}`,
          label: t(name),
          value: row[name],
          error: problems[`agreements.${index}.${name}`],
          onChange: (text: string) =>
            onChange(value.map((each, nth) => (nth === index ? { ...each, [name]: text } : each))),
        })
        const nth = String(index + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row hold no state of their own
          <fieldset key={index} className={classes.row} aria-label={t('nth', { nth })}>
            <TextField isRequired {...fieldOf('name')} />
            <TextField isRequired {...fieldOf('version')} />
            <TextField isRequired placeholder={ofOrg('hint.url')} {...fieldOf('url')} />
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              aria-label={t('remove', { nth })}
              onClick={() => onChange(value.filter((_, each) => each !== index))}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </fieldset>
        )
      })}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {value.length < mostAgreements && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...value, { name: '', version: '', url: '' }])}
        >
          {t('add')}
        </Button>
      )}
    </fieldset>
  )
}
