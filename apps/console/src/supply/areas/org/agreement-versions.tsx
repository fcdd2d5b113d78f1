import type { Agreement, OrgDetail } from '@kabao/contract/supply/org'
import { orgAgreementWords } from '@kabao/contract/supply/org-agreement.words'
import { Anchor, Badge, formatInstant, useWords } from '#kit'
import classes from './detail.module.css'

type Shown = Agreement & { offeredAt: string | null; isCurrent: boolean }

/** The agreements that are offered now, then the versions that were offered before, the newest first. */
export function AgreementVersions({ org }: { org: Pick<OrgDetail, 'agreements' | 'offeredAgreements'> }) {
  const { t, language } = useWords(orgAgreementWords)
  const rows = versionsOf(org)
  return (
    <section>
      <h3 className={classes.heading}>{t('title')}</h3>
      {rows.length === 0 && <p className={classes.hint}>{t('none')}</p>}
      <ul className={classes.agreements}>
        {rows.map(({ name, version, url, offeredAt, isCurrent }) => (
          <li key={`${name} ${version}`}>
            <Anchor href={url} target="_blank" rel="noreferrer">
              {name} {version}
            </Anchor>
            {isCurrent && <Badge color="green">{t('now')}</Badge>}
            {offeredAt !== null && (
              <span className={classes.aside}>
                {t('offeredAt', { time: formatInstant(offeredAt, language) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function versionsOf({ agreements, offeredAgreements }: Pick<OrgDetail, 'agreements' | 'offeredAgreements'>) {
  const keyOf = ({ name, version }: Agreement) => JSON.stringify([name, version])
  const offered = new Map(offeredAgreements.map((each) => [keyOf(each), each]))
  const current = new Set(agreements.map(keyOf))
  const now = agreements.map(
    (each): Shown => ({ ...each, offeredAt: offered.get(keyOf(each))?.offeredAt ?? null, isCurrent: true }),
  )
  const before = offeredAgreements
    .filter((each) => !current.has(keyOf(each)))
    .map((each): Shown => ({ ...each, isCurrent: false }))
  return [...now, ...before]
}
