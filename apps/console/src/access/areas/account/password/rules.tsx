import type { PasswordPolicy } from '@kabao/contract/access/account'
import { accountWords } from '@kabao/contract/access/account.words'
import { IconCheck, IconX, useWords } from '#kit'
import classes from './password.module.css'

interface Rule {
  key: string
  text: string
  /** Undefined if only the service can check the rule. */
  isMet?: boolean
}

/** The rules for a new password, and which of them the typed password already meets. */
export function PasswordRules({
  policy,
  typed,
  username,
}: {
  policy: PasswordPolicy
  typed: string
  username: string
}) {
  const { t } = useWords(accountWords)
  const { minLength, refuseCommon, history, maxAgeDays } = policy
  const has = (isMet: boolean) => typed !== '' && isMet
  const isMixed = /\p{L}/u.test(typed) && /\d/.test(typed)
  const names = typed.normalize('NFKC').toLowerCase().includes(username.toLowerCase())
  const rules: Rule[] = [
    { key: 'length', text: t('rule.length', { min: minLength }), isMet: has([...typed].length >= minLength) },
    { key: 'mixed', text: t('rule.mixed'), isMet: has(isMixed) },
    { key: 'username', text: t('rule.username'), isMet: has(!names) },
    ...(refuseCommon ? [{ key: 'common', text: t('rule.common') }] : []),
    ...(history > 0 ? [{ key: 'history', text: t('rule.history', { count: history }) }] : []),
    ...(maxAgeDays > 0 ? [{ key: 'age', text: t('rule.age', { days: maxAgeDays }) }] : []),
  ]
  return (
    // `span`, because the description is rendered as a paragraph.
    <span className={classes.rules}>
      {rules.map(({ key, text, isMet }) => (
        <span key={key} className={classes.rule} data-state={stateOf(isMet, typed)}>
          <Mark isMet={isMet} typed={typed} />
          {text}
        </span>
      ))}
    </span>
  )
}

const stateOf = (isMet: boolean | undefined, typed: string) =>
  isMet === true ? 'met' : isMet === false && typed !== '' ? 'open' : 'unknown'

function Mark({ isMet, typed }: { isMet: boolean | undefined; typed: string }) {
  const { t } = useWords(accountWords)
  const state = stateOf(isMet, typed)
  if (state === 'met') return <IconCheck size={14} role="img" aria-label={t('rule.met')} />
  if (state === 'open') return <IconX size={14} role="img" aria-label={t('rule.open')} />
  return <span className={classes.dot} aria-hidden />
}
