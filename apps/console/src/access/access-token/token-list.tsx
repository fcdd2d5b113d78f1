import type { AccessToken } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Anchor, ask, Badge, Button, formatInstant, message, useWords } from '#kit'
import classes from './access-token.module.css'

interface TokenListProps<T extends AccessToken> {
  tokens: readonly T[]
  label: string
  /** Whether the log of all administrators is open to the reader. */
  seesLog: boolean
  canRevoke: (token: T) => boolean
  revoke: (token: T) => Promise<unknown>
}

/** Tokens with what they may do and when they were used, and a button that revokes one. */
export function TokenList<T extends AccessToken>({ tokens, label, ...how }: TokenListProps<T>) {
  return (
    <ul className={classes.list} aria-label={label}>
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} {...how} />
      ))}
    </ul>
  )
}

function TokenItem<T extends AccessToken>({
  token,
  seesLog,
  canRevoke,
  revoke,
}: Omit<TokenListProps<T>, 'tokens' | 'label'> & { token: T }) {
  const { t, language } = useWords(accessTokenWords)
  const { name, end, points, dataScope, allowedIps, expiresAt, isExpired, lastUsedAt, lastUsedIp } = token
  const askToRevoke = () =>
    void ask({
      title: t('revoke.title', { name }),
      text: t('revoke.text'),
      action: t('revokeNow'),
      isDanger: true,
      run: async () => {
        await revoke(token)
        message.success(t('revoke.done'))
      },
    })
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <div className={classes.name}>
          {name}
          <code className={classes.end}>…{end}</code>
          {isExpired && <Badge color="gray">{t('expired')}</Badge>}
        </div>
        <div className={classes.facts}>
          <Line>
            {t(`dataScope.${dataScope}`)}
            {allowedIps.length > 0 && t('facts.from', { ips: allowedIps.join(' · ') })}
          </Line>
          <details>
            <summary>{t('facts.points', { count: points.length })}</summary>
            {points.join(' · ')}
          </details>
          <Line>
            {t('facts.expires', { at: formatInstant(expiresAt, language) })}
            {lastUsedAt
              ? t('facts.used', { at: formatInstant(lastUsedAt, language), ip: lastUsedIp ?? '–' })
              : t('facts.unused')}
            {seesLog && (
              <Anchor
                component={Link}
                className={classes.log}
                to={`/admin/audit-log?${new URLSearchParams({ tokenName: name })}`}
              >
                {t('log')}
              </Anchor>
            )}
          </Line>
        </div>
      </div>
      {canRevoke(token) && (
        <Button
          variant="light"
          color="red"
          className={classes.revoke}
          size="xs"
          aria-label={t('revokeNamed', { name })}
          onClick={askToRevoke}
        >
          {t('revokeNow')}
        </Button>
      )}
    </li>
  )
}

const Line = ({ children }: { children: ReactNode[] }) => (
  <div className={classes.line}>
    {children.map((each, nth) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change their places
      each ? <span key={nth}>{each}</span> : null,
    )}
  </div>
)
