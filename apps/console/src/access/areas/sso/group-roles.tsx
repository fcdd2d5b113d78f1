import type { SsoSettings } from '@kabao/contract/access/sso'
import { ssoWords } from '@kabao/contract/access/sso.words'
import { ActionIcon, Button, namedOption, SelectField, TextField, useWords } from '#kit'
import { IconTrash } from '#kit/icons.ts'
import classes from './sso.module.css'

type Rule = SsoSettings['roles'][number]

interface GroupRolesProps {
  roles: readonly Rule[]
  choices: SsoSettings['roleChoices']
  problems: Readonly<Record<string, string>>
  onChange: (roles: Rule[]) => void
}

/** Which role a group of the provider has, one line for each pair. */
export function GroupRoles({ roles, choices, problems, onChange }: GroupRolesProps) {
  const { t } = useWords(ssoWords)
  const change = (at: number, part: Partial<Rule>) =>
    onChange(roles.map((rule, nth) => (nth === at ? { ...rule, ...part } : rule)))
  return (
    <fieldset className={classes.roles}>
      <legend>{t('field.roles')}</legend>
      {problems.roles && <p className={classes.problem}>{problems.roles}</p>}
      {roles.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
        <div key={at} className={classes.role}>
          <TextField
            name={`roles.${at}.value`}
            label={t('field.group')}
            value={rule.value}
            error={problems[`roles.${at}.value`]}
            onChange={(value) => change(at, { value })}
            isRequired
          />
          <SelectField
            name={`roles.${at}.roleId`}
            label={t('field.role')}
            options={choices.map(namedOption)}
            value={rule.roleId === '' ? undefined : rule.roleId}
            error={problems[`roles.${at}.roleId`]}
            onChange={(roleId: string | undefined) => change(at, { roleId: roleId ?? '' })}
            isRequired
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t('removeRole')} ${rule.value}`}
            onClick={() => onChange(roles.filter((_, nth) => nth !== at))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" onClick={() => onChange([...roles, { value: '', roleId: '' }])}>
        {t('addRole')}
      </Button>
    </fieldset>
  )
}
